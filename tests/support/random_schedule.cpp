// Compiled with -O1, since it walks over many schedules.
#include "tests/support/random_schedule.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tutti {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

struct Place {
  Rank rank;
  int slot;
  auto operator<=>(const Place&) const = default;
};

/// The contributions of the ranks first..last, in order.
struct Range {
  Rank first, last;
};

/// Gives each step a round: one in which what it reads is there and what it
/// overwrites is no longer needed, the earliest or one soon after. So steps
/// that are asked for one after the other have the same effect as in that
/// order.
class Timetable {
 public:
  Timetable(Schedule schedule, const Pick& pick) : schedule_(std::move(schedule)), pick_(pick) {}

  void add(Place from, Place to, Action action) {
    const auto &read = uses_[from], &written = uses_[to];
    const bool waits_for_sends = action == Action::replace;
    int round = std::max(
        {read.written + 1, written.written + 1, written.moved + 1, waits_for_sends ? written.sent + 1 : written.sent});
    if (from.rank == to.rank) round = std::max(round, written.sent + 1);
    if (pick_(4) == 0) round += pick_(3);
    auto& last_read = from.rank == to.rank ? uses_[from].moved : uses_[from].sent;
    last_read = std::max(last_read, round);
    uses_[to].written = round;
    auto& rounds = schedule_.rounds;
    while (rounds.size() <= index(round)) rounds.push_back({"", {}});
    rounds[index(round)].steps.push_back({from.rank, to.rank, {from.slot, 1}, to.slot, action});
  }

  const Schedule& schedule() const { return schedule_; }

  /// Puts the steps of a message side by side, and makes most of those that
  /// continue one another one.
  Schedule finished() && {
    for (auto& round : schedule_.rounds) {
      std::ranges::sort(round.steps, {}, [](const Step& s) { return std::tuple(s.from, s.to, s.blocks.first, s.at); });
      std::vector<Step> joined;
      for (const auto& s : round.steps) {
        const bool continues = !joined.empty() && joined.back().from == s.from && joined.back().to == s.to &&
                               joined.back().action == s.action &&
                               joined.back().blocks.first + joined.back().blocks.count == s.blocks.first &&
                               joined.back().at + joined.back().blocks.count == s.at;
        if (continues && pick_(4) != 0)
          ++joined.back().blocks.count;
        else
          joined.push_back(s);
      }
      round.steps = std::move(joined);
    }
    return std::move(schedule_);
  }

 private:
  /// The last rounds in which a slot is written, sent, and read by a move
  /// inside its rank.
  struct Uses {
    int written = -1, sent = -1, moved = -1;
  };

  Schedule schedule_;
  const Pick& pick_;
  std::map<Place, Uses> uses_;
};

std::vector<int> shuffled(std::vector<int> all, const Pick& pick) {
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[index(pick(static_cast<int>(i)))]);
  return all;
}

std::vector<int> numbers(int n) {
  std::vector<int> all(index(n));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

class Drawing {
 public:
  Drawing(Collective collective, int ranks, Rank root, const Pick& pick)
      : row_(row(collective)), ranks_(ranks), root_(root), pick_(pick), timetable_(empty(), pick) {}

  Schedule draw() && {
    if (row_.exchanges())
      exchange();
    else if (row_.result == Result::all_entered)
      gossip();
    else
      for (int block : shuffled(numbers(timetable_.schedule().blocks), pick_)) bring(block);
    for (const auto& [from, to] : at_the_end_) timetable_.add(from, to, Action::replace);
    return std::move(timetable_).finished();
  }

 private:
  bool chance(int one_in) const { return pick_(one_in) == 0; }
  Rank any_rank() const { return pick_(ranks_); }
  Rank other_than(Rank r) const { return (r + 1 + pick_(ranks_ - 1)) % ranks_; }
  int scratch_of(int block) const { return timetable_.schedule().blocks + block; }
  bool has_scratch() const { return timetable_.schedule().extra > 0; }

  Schedule empty() const {
    Schedule schedule;
    schedule.ranks = ranks_;
    schedule.exchange = row_.exchanges();
    schedule.blocks = schedule.exchange                    ? 2 * ranks_
                      : row_.result == Result::all_entered ? 1
                      : row_.cut == Cut::freely            ? 1 + pick_(4)
                                                           : ranks_;
    const bool may = !schedule.exchange || row_.cut == Cut::equal;
    const bool must = row_.result == Result::prefix_before;
    if (may && row_.result != Result::all_entered && (must || chance(2))) schedule.extra = schedule.parts();
    if (schedule.extra == 0) return schedule;
    for (Rank r = 0; r < ranks_; ++r) {
      std::vector<int> blocks;
      for (int b = 0; b < schedule.extra; ++b) blocks.push_back(schedule.exchange ? r * ranks_ + b : b);
      schedule.scratch.push_back(std::move(blocks));
    }
    return schedule;
  }

  void bring(int block) {
    block_ = block;
    held_.clear();
    is_forgotten_ = chance(8);
    switch (row_.result) {
      case Result::at_root: return row_.combines() ? combine_at(root_) : walk(block, root_);
      case Result::own_block: return row_.combines() ? combine_at(block) : walk(root_, block);
      case Result::everywhere:
        return row_.combines() ? combine_everywhere() : spread(row_.input == Input::of_root ? root_ : block);
      case Result::prefix: return scan();
      case Result::prefix_before: return exscan();
      case Result::one_from_each:
      case Result::all_entered: return;
    }
  }

  void move(Rank from, Rank to) {
    if (from != to) timetable_.add({from, block_}, {to, block_}, Action::replace);
  }

  void fold(Place from, Place to, Action action) {
    if (is_forgotten_)
      action = Action::replace;
    else if (chance(200))
      action = action == Action::fold_left ? Action::fold_right : Action::fold_left;
    timetable_.add(from, to, action);
  }

  // --- data that is moved
  // --------------------------------------------------------------------------------------------

  /// By way of up to two ranks.
  void walk(Rank from, Rank to) {
    Rank at = from;
    for (int stops = pick_(3); stops > 0 && ranks_ > 2; --stops) {
      const Rank next = any_rank();
      if (next == at || next == to || next == from) continue;
      move(at, next);
      at = next;
    }
    move(at, to);
  }

  /// To every rank, each from one that has it.
  void spread(Rank from) {
    std::vector<Rank> have{from};
    for (Rank r : shuffled(numbers(ranks_), pick_)) {
      if (r == from) continue;
      move(have[index(pick_(static_cast<int>(have.size())))], r);
      have.push_back(r);
    }
  }

  /// Straight, or through a scratch slot of a third rank.
  void exchange() {
    std::vector<int> taken(index(ranks_), 0);
    for (int pair : shuffled(numbers(ranks_ * ranks_), pick_)) {
      const Rank from = pair / ranks_, to = pair % ranks_, third = any_rank();
      const Place start{from, to}, end{to, ranks_ + from};
      if (has_scratch() && chance(2) && taken[index(third)] < timetable_.schedule().extra) {
        const Place stop{third, timetable_.schedule().blocks + taken[index(third)]++};
        timetable_.add(start, stop, Action::replace);
        timetable_.add(stop, end, Action::replace);
      } else {
        timetable_.add(start, end, Action::replace);
      }
    }
  }

  /// Ranks tell each other of whom they know, until all know of all.
  void gossip() {
    std::vector<std::vector<bool>> knows(index(ranks_), std::vector<bool>(index(ranks_), false));
    for (Rank r = 0; r < ranks_; ++r) knows[index(r)][index(r)] = true;
    const auto knows_all = [&](Rank r) { return std::ranges::find(knows[index(r)], false) == knows[index(r)].end(); };
    for (Rank waiting : shuffled(numbers(ranks_), pick_))
      while (!knows_all(waiting)) {
        const Rank unknown =
            static_cast<Rank>(std::ranges::find(knows[index(waiting)], false) - knows[index(waiting)].begin());
        const Rank from = chance(2) ? unknown : other_than(waiting);
        fold({from, 0}, {waiting, 0}, chance(2) ? Action::fold_left : Action::fold_right);
        for (Rank r = 0; r < ranks_; ++r)
          if (knows[index(from)][index(r)]) knows[index(waiting)][index(r)] = true;
      }
  }

  // --- data that is combined
  // -----------------------------------------------------------------------------------------

  /// Neighbouring ranges are combined at one of their two ranks, until one rank
  /// has everything.
  void combine_at(Rank target) {
    struct Part {
      Rank at;
      Range range;
    };
    std::vector<Part> parts;
    for (Rank r = 0; r < ranks_; ++r) parts.push_back({r, {r, r}});
    while (parts.size() > 1) {
      const auto left = parts.begin() + pick_(static_cast<int>(parts.size()) - 1), right = left + 1;
      const bool to_left = left->at == target || (right->at != target && chance(2));
      if (to_left)
        fold({right->at, block_}, {left->at, block_}, Action::fold_right);
      else
        fold({left->at, block_}, {right->at, block_}, Action::fold_left);
      *left = {to_left ? left->at : right->at, {left->range.first, right->range.last}};
      parts.erase(right);
    }
    move(parts.front().at, target);
  }

  /// At one rank and from there to all; or each rank extends what it has to
  /// either side by what others have.
  void combine_everywhere() {
    if (!has_scratch() || chance(2)) {
      const Rank somewhere = any_rank();
      combine_at(somewhere);
      spread(somewhere);
      return;
    }
    for (Rank r = 0; r < ranks_; ++r) {
      held_[{r, block_}] = {r, r};
      keep(r);
    }
    auto incomplete = shuffled(numbers(ranks_), pick_);
    while (!incomplete.empty()) {
      const int which = pick_(static_cast<int>(incomplete.size()));
      const Place mine{incomplete[index(which)], block_};
      const Range have = held_[mine];
      if (have.first == 0 && have.last == ranks_ - 1)
        incomplete.erase(incomplete.begin() + which);
      else
        extend(mine, have.last == ranks_ - 1 || (have.first > 0 && chance(2)));
    }
  }

  /// A copy of the own contribution that stays.
  void keep(Rank r) {
    timetable_.add({r, block_}, {r, scratch_of(block_)}, Action::replace);
    held_[{r, scratch_of(block_)}] = {r, r};
  }

  /// By what some slot holds that ends just before, or begins just after, what
  /// is held there. There must be one.
  void extend(Place mine, bool to_the_left) {
    Range& have = held_.at(mine);
    std::vector<Place> candidates;
    for (const auto& [place, range] : held_)
      if (to_the_left ? range.last == have.first - 1 : range.first == have.last + 1) candidates.push_back(place);
    const Place from = candidates[index(pick_(static_cast<int>(candidates.size())))];
    fold(from, mine, to_the_left ? Action::fold_left : Action::fold_right);
    (to_the_left ? have.first : have.last) = to_the_left ? held_.at(from).first : held_.at(from).last;
  }

  void extend_to_first_rank(std::vector<Place> incomplete) {
    while (!incomplete.empty()) {
      const int which = pick_(static_cast<int>(incomplete.size()));
      if (held_.at(incomplete[index(which)]).first == 0)
        incomplete.erase(incomplete.begin() + which);
      else
        extend(incomplete[index(which)], true);
    }
  }

  void scan() {
    std::vector<Place> all;
    for (Rank r = 0; r < ranks_; ++r) {
      all.push_back({r, block_});
      held_[all.back()] = {r, r};
    }
    extend_to_first_rank(std::move(all));
  }

  /// In scratch, from where the results go to their places when nobody needs
  /// any more what is there.
  void exscan() {
    std::vector<Place> all;
    for (Rank r = 0; r < ranks_; ++r) held_[{r, block_}] = {r, r};
    for (Rank r = 1; r < ranks_; ++r) {
      all.push_back({r, scratch_of(block_)});
      timetable_.add({r - 1, block_}, all.back(), Action::replace);
      held_[all.back()] = {r - 1, r - 1};
      at_the_end_.push_back({all.back(), {r, block_}});
    }
    extend_to_first_rank(std::move(all));
  }

  const CollectiveRow& row_;
  int ranks_;
  Rank root_;
  const Pick& pick_;
  Timetable timetable_;
  int block_ = 0;
  bool is_forgotten_ = false;    ///< what should be combined of this block is overwritten
  std::map<Place, Range> held_;  ///< what the slots of this block hold
  std::vector<std::pair<Place, Place>> at_the_end_;
};

}  // namespace

Schedule random_schedule(Collective collective, int ranks, Rank root, const Pick& pick) {
  Schedule schedule = Drawing(collective, ranks, root, pick).draw();
  if (pick(2) == 0) return schedule;
  for (int left = 1 + pick(3); left > 0; --left) {
    const auto kind = static_cast<Mutation>(pick(static_cast<int>(mutations.size())));
    if (auto mutant = mutate(schedule, kind, pick)) schedule = std::move(mutant->schedule);
  }
  return schedule;
}

}  // namespace tutti
