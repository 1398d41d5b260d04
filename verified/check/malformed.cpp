#include "verified/check/malformed.hpp"

#include <algorithm>
#include <limits>

#include "verified/check/progress.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/race.hpp"

namespace tutti {
namespace {

/// Data can be moved to the place of another block only where all blocks have one size. Letters of moved data tell the
/// blocks apart; those of combined data do not.
bool blocks_may_change(Collective collective) { return row(collective).moves() && row(collective).cut == Cut::equal; }

/// Ranks and slots exist, what is combined or copied belongs to the same block, and moved data is not combined.
std::optional<Counterexample> find_malformed_step(const Schedule& schedule, Collective collective, const Step& s) {
  const auto fault_at = [&](Rank rank, int block, std::string found, std::string due) {
    return Counterexample{.fault = Fault::malformed,
                          .ranks = 0,
                          .root = -1,
                          .rank = rank,
                          .block = block,
                          .found = std::move(found),
                          .due = std::move(due)};
  };
  const auto outside = [&](Rank r) { return r < 0 || r >= schedule.ranks; };
  const auto beyond = [&](int first) {
    return first < 0 || s.blocks.count < 1 || s.blocks.count > schedule.slots() - first;
  };
  if (outside(s.from) || outside(s.to))
    return fault_at(s.from, -1, "a step from rank " + std::to_string(s.from) + " to rank " + std::to_string(s.to),
                    "ranks 0 to " + std::to_string(schedule.ranks - 1));
  if (beyond(s.blocks.first) || beyond(s.at))
    return fault_at(s.to, s.at,
                    std::to_string(s.blocks.count) + " slots from " + std::to_string(s.blocks.first) + " to " +
                        std::to_string(s.at),
                    "slots 0 to " + std::to_string(schedule.slots() - 1));
  if (s.action != Action::replace && s.action != Action::fold_left && s.action != Action::fold_right)
    return fault_at(s.to, s.at, "action " + std::to_string(static_cast<int>(s.action)), "replace, or a fold");
  if (s.action != Action::replace && row(collective).moves())
    return fault_at(s.to, s.at, "a fold", "replace: " + std::string(row(collective).name) + " has no operator");
  const bool stays = s.at == s.blocks.first && s.at + s.blocks.count <= schedule.blocks && !schedule.exchange;
  if (stays || blocks_may_change(collective)) return std::nullopt;
  for (int i = 0; i < s.blocks.count; ++i) {
    const int from = schedule.block_of(s.from, s.blocks.first + i), to = schedule.block_of(s.to, s.at + i);
    if (from != to)
      return fault_at(s.to, s.at + i, "block " + block_name(from) + " arrives", "block " + block_name(to));
  }
  return std::nullopt;
}

Counterexample fault(std::string found, std::string due) {
  return {.fault = Fault::malformed, .ranks = 0, .root = -1, .found = std::move(found), .due = std::move(due)};
}

std::string number(int n) { return std::to_string(n); }

/// The result has its place: all ranks, at least one block, and where every rank gets its own, one for each.
std::optional<Counterexample> find_misshapen(const Schedule& schedule, Collective collective, int ranks) {
  if (schedule.ranks != ranks)
    return fault("a schedule for " + number(schedule.ranks) + " ranks", number(ranks) + " ranks");
  const auto& shape = row(collective);
  if (schedule.exchange != shape.exchanges())
    return fault(schedule.exchange ? "an exchange" : "one vector per rank",
                 shape.exchanges() ? "an exchange: one block from each rank to each" : "one vector per rank");
  if (schedule.exchange && (schedule.ranks > most_in_exchange || schedule.blocks != 2 * schedule.ranks))
    return fault(number(schedule.ranks) + " ranks with " + number(schedule.blocks) + " blocks",
                 "two blocks for each of at most " + number(most_in_exchange) + " ranks");
  const bool one_per_rank = shape.cut != Cut::freely && !schedule.exchange;
  const bool one_only = shape.result == Result::all_entered;
  if (schedule.blocks < 1 || (one_per_rank && schedule.blocks != schedule.ranks) || (one_only && schedule.blocks != 1))
    return fault(number(schedule.blocks) + " blocks", one_per_rank ? number(schedule.ranks)
                                                      : one_only   ? "1"
                                                                   : "at least 1");
  if (schedule.extra < 0 || schedule.extra > std::numeric_limits<int>::max() - schedule.blocks)
    return fault(number(schedule.extra) + " scratch slots beside " + number(schedule.blocks) + " blocks",
                 "at least 0, and an int of slots in all");
  if (schedule.extra == 0) return std::nullopt;
  if (schedule.exchange && shape.cut == Cut::irregular)
    return fault(number(schedule.extra) + " scratch slots",
                 "none: a rank knows only the sizes of what it sends and receives itself");
  if (static_cast<int>(schedule.scratch.size()) != schedule.ranks)
    return fault("scratch for " + number(static_cast<int>(schedule.scratch.size())) + " ranks", number(schedule.ranks));
  for (Rank r = 0; r < schedule.ranks; ++r) {
    const auto& slots = schedule.scratch[static_cast<std::size_t>(r)];
    const bool blocks_exist =
        std::ranges::all_of(slots, [&](int b) { return b >= 0 && b < schedule.different_blocks(); });
    if (static_cast<int>(slots.size()) != schedule.extra || !blocks_exist)
      return fault(
          "scratch of rank " + number(r) + " that stands for " + number(static_cast<int>(slots.size())) + " slots",
          number(schedule.extra) + " slots, each for a block of the vector");
  }
  return std::nullopt;
}

std::optional<Counterexample> find_malformed_step_or_race(const Schedule& schedule, Collective collective) {
  RaceCheck races(schedule.ranks, schedule.slots());
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r) {
    std::optional<Counterexample> found;
    for (const auto& s : schedule.rounds[r].steps)
      if ((found = find_malformed_step(schedule, collective, s))) break;
    if (!found) found = races.check(schedule.rounds[r]);
    if (found) {
      found->round = static_cast<int>(r);
      return found;
    }
  }
  return std::nullopt;
}

std::optional<Counterexample> asked_for(int ranks, Rank root, std::optional<Counterexample> found) {
  if (found) {
    found->ranks = ranks;
    found->root = root;
  }
  return found;
}

}  // namespace

std::optional<Counterexample> find_wrong_root(int ranks, Rank root) {
  std::optional<Counterexample> found;
  if (ranks < 1)
    found = fault(number(ranks) + " ranks", "at least 1");
  else if (root < 0 || root >= ranks)
    found = fault("root " + number(root), "ranks 0 to " + number(ranks - 1));
  return asked_for(ranks, root, std::move(found));
}

Counterexample malformed(const NoSchedule& none, const Group& group) {
  auto found = fault("no schedule: " + none.why, "a schedule");
  found.ranks = group.ranks;
  found.root = group.root;
  found.shape = group.shape;
  return found;
}

std::optional<Counterexample> find_malformed_or_race(const Schedule& schedule, Collective collective, int ranks,
                                                     Rank root) {
  auto found = find_wrong_root(ranks, root);
  if (!found) found = find_misshapen(schedule, collective, ranks);
  if (!found) found = find_malformed_step_or_race(schedule, collective);
  if (!found) found = find_split_message(schedule);
  return asked_for(ranks, root, std::move(found));
}

}  // namespace tutti
