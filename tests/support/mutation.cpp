// Compiled with -O1, since it walks over many schedules.
#include "tests/support/mutation.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "verified/check/prove.hpp"

namespace tutti {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }
int length(const auto& all) { return static_cast<int>(all.size()); }

std::string print(const Step& s) {
  constexpr std::string_view actions[] = {"replace", "fold_left", "fold_right"};
  return std::to_string(s.from) + "→" + std::to_string(s.to) + " " + block_name(s.blocks.first) + "×" +
         std::to_string(s.blocks.count) + " at " + block_name(s.at) + " " +
         std::string(actions[static_cast<int>(s.action)]);
}

/// A step of the schedule by its place.
struct StepPlace {
  int round, step;
};

std::vector<StepPlace> places(const Schedule& schedule) {
  std::vector<StepPlace> all;
  for (int r = 0; r < length(schedule.rounds); ++r)
    for (int i = 0; i < length(schedule.rounds[index(r)].steps); ++i) all.push_back({r, i});
  return all;
}

std::vector<Step>& steps_of(Schedule& schedule, int round) { return schedule.rounds[index(round)].steps; }

Step take(Schedule& schedule, StepPlace p) {
  auto& steps = steps_of(schedule, p.round);
  const Step step = steps[index(p.step)];
  steps.erase(steps.begin() + p.step);
  return step;
}

/// Another number than `current` in [0, n), n >= 2.
int pick_other(int current, int n, const Pick& pick) { return (current + 1 + pick(n - 1)) % n; }

/// The last round before `round` in which something arrives at a slot that `step` sends, or -1.
int round_that_produces(Schedule& schedule, int round, const Step& step) {
  for (int r = round - 1; r >= 0; --r)
    for (const auto& s : steps_of(schedule, r))
      if (s.to == step.from && s.at < step.blocks.first + step.blocks.count &&
          step.blocks.first < s.at + s.blocks.count)
        return r;
  return -1;
}

/// Puts the steps of one message side by side, as the language wants them.
void gather_messages(Schedule& schedule) {
  for (auto& round : schedule.rounds) {
    std::map<std::pair<Rank, Rank>, std::size_t> first;
    for (const auto& s : round.steps) first.try_emplace({s.from, s.to}, first.size());
    std::ranges::stable_sort(round.steps, {}, [&](const Step& s) { return first.at({s.from, s.to}); });
  }
}

class Mutator {
 public:
  Mutator(Schedule schedule, const Pick& pick) : schedule_(std::move(schedule)), pick_(pick) {}

  std::optional<Mutant> run(Mutation mutation) {
    auto candidates = places(schedule_);
    std::erase_if(candidates, [&](StepPlace p) { return !applies(mutation, p); });
    if (candidates.empty()) return std::nullopt;
    const StepPlace p = candidates[index(pick_(length(candidates)))];
    Step& step = steps_of(schedule_, p.round)[index(p.step)];
    const Step before = step;
    std::string what = "round " + std::to_string(p.round) + ", " + print(step);
    const int goes_to = apply(mutation, p, step);
    if (goes_to >= 0)
      what += ", round " + std::to_string(goes_to);
    else if (mutation != Mutation::drop && mutation != Mutation::duplicate &&
             steps_of(schedule_, p.round)[index(p.step)] != before)
      what += " becomes " + print(steps_of(schedule_, p.round)[index(p.step)]);
    gather_messages(schedule_);
    return Mutant{std::move(schedule_), std::string(mutations[static_cast<std::size_t>(mutation)].says) + ": " + what};
  }

 private:
  bool applies(Mutation mutation, StepPlace p) {
    const Step& step = steps_of(schedule_, p.round)[index(p.step)];
    switch (mutation) {
      case Mutation::swap_operands: return step.action != Action::replace;
      case Mutation::other_from:
      case Mutation::other_to: return schedule_.ranks > 1;
      case Mutation::other_round: return length(schedule_.rounds) > 1;
      case Mutation::stale_block: return round_that_produces(schedule_, p.round, step) >= 0;
      case Mutation::swap_rounds: return length(schedule_.rounds) > 1;
      default: return true;
    }
  }

  /// Changes the schedule at `p`; the round that a step or round goes to, or -1 where it stays.
  int apply(Mutation mutation, StepPlace p, Step& step) {
    auto& steps = steps_of(schedule_, p.round);
    const int rounds = length(schedule_.rounds);
    switch (mutation) {
      case Mutation::drop: take(schedule_, p); return -1;
      case Mutation::duplicate: steps.insert(steps.begin() + p.step, Step(step)); return -1;
      case Mutation::duplicate_later: return again(step, p.round + 1);
      case Mutation::other_from: step.from = pick_other(step.from, schedule_.ranks, pick_); return -1;
      case Mutation::other_to: step.to = pick_other(step.to, schedule_.ranks, pick_); return -1;
      case Mutation::swap_operands:
        step.action = step.action == Action::fold_left ? Action::fold_right : Action::fold_left;
        return -1;
      case Mutation::fold_or_replace:
        step.action = step.action != Action::replace ? Action::replace
                      : pick_(2) == 0                ? Action::fold_left
                                                     : Action::fold_right;
        return -1;
      case Mutation::shift_blocks: {
        const int by = pick_(2) == 0 ? 1 : -1;
        step.blocks.first += by;
        step.at += by;
        return -1;
      }
      case Mutation::resize_blocks: step.blocks.count += step.blocks.count > 1 && pick_(2) == 0 ? -1 : 1; return -1;
      case Mutation::shift_at: step.at += pick_(2) == 0 ? 1 : -1; return -1;
      case Mutation::other_round: {
        const int other = pick_other(p.round, rounds, pick_);
        return again(take(schedule_, p), other);
      }
      case Mutation::stale_block: {
        const int early = round_that_produces(schedule_, p.round, step);
        return again(take(schedule_, p), early);
      }
      case Mutation::swap_rounds: {
        const int other = pick_other(p.round, rounds, pick_);
        std::swap(schedule_.rounds[index(p.round)], schedule_.rounds[index(other)]);
        return other;
      }
      case Mutation::wrong_root: break;
    }
    return -1;
  }

  int again(Step step, int round) {
    if (round == length(schedule_.rounds)) schedule_.rounds.push_back({"again", {}});
    steps_of(schedule_, round).push_back(step);
    return round;
  }

  Schedule schedule_;
  const Pick& pick_;
};

}  // namespace

std::optional<Mutant> mutate(const Algorithm& algorithm, const Group& group, Mutation mutation, const Pick& pick) {
  if (mutation != Mutation::wrong_root) return mutate(algorithm.schedule(group), mutation, pick);
  if (!row(algorithm.collective).rooted() || group.ranks == 1) return std::nullopt;
  Group other = group;
  other.root = pick_other(group.root, group.ranks, pick);
  return Mutant{algorithm.schedule(other), "build for another root: " + std::to_string(other.root)};
}

std::optional<Mutant> mutate(Schedule schedule, Mutation mutation, const Pick& pick) {
  if (mutation == Mutation::wrong_root) return std::nullopt;
  return Mutator(std::move(schedule), pick).run(mutation);
}

Programs split_stages(const Programs& programs, const Pick& pick) {
  Programs split = programs;
  const bool receives_first = pick(2) == 0;
  const int one_in = 1 + pick(4);
  for (Rank r = 0; r < programs.ranks(); ++r) {
    const auto first = split.posts.begin() + static_cast<std::ptrdiff_t>(programs.first[index(r)]);
    const auto last = split.posts.begin() + static_cast<std::ptrdiff_t>(programs.first[index(r) + 1]);
    for (auto at = first; at != last;) {
      const int stage = at->stage;
      const auto end = std::find_if(at, last, [stage](const Post& p) { return p.stage != stage; });
      const bool here = pick(one_in) == 0;
      for (; at != end; ++at) {
        const bool receives = programs.messages[index(at->message)].to == r;
        at->stage = 2 * stage + (here && receives != receives_first ? 1 : 0);
      }
    }
    std::stable_sort(first, last, [](const Post& a, const Post& b) { return a.stage < b.stage; });
  }
  return split;
}

std::optional<Waiting> brute_force_deadlock(const Programs& programs, int state_limit) {
  using Passed = std::vector<bool>;
  const auto posted = [&](const Passed& passed, Rank r, int message) {
    const auto posts = programs.of(r);
    const auto open = std::ranges::find_if(posts, [&](const Post& p) { return !passed[index(p.message)]; });
    return std::ranges::any_of(
        posts, [&](const Post& p) { return p.message == message && open != posts.end() && p.stage == open->stage; });
  };
  std::set<Passed> seen{Passed(programs.messages.size(), false)};
  std::vector<Passed> open(seen.begin(), seen.end());
  Waiting found{false, true};
  while (!open.empty()) {
    const Passed passed = std::move(open.back());
    open.pop_back();
    bool moved = false;
    for (int m = 0; m < length(programs.messages); ++m) {
      const auto& message = programs.messages[index(m)];
      if (passed[index(m)] || !posted(passed, message.from, m) || !posted(passed, message.to, m)) continue;
      moved = true;
      Passed next = passed;
      next[index(m)] = true;
      if (!seen.insert(next).second) continue;
      if (length(seen) > state_limit) return std::nullopt;
      open.push_back(std::move(next));
    }
    if (moved) continue;
    const bool stuck = std::ranges::count(passed, false) > 0;
    found.sometimes |= stuck;
    found.always &= stuck;
  }
  return found;
}

}  // namespace tutti
