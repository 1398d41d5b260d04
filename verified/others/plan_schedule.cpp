#include "verified/others/plan_schedule.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

#include "verified/others/onesided_check.hpp"
#include "verified/others/plan_rounds.hpp"
#include "verified/others/plan_run.hpp"

namespace tutti::others {
namespace {

class Converter {
 public:
  explicit Converter(const Plan& plan) : plan_(plan), network_(plan), rounds_(plan) {
    for (const auto& block : network_.blocks()) round_of_.emplace_back(block.threadblock->steps.size());
    sent_.resize(round_of_.size());
    static_cast<void>(run_plan(network_, unlimited, [&](const PlanEvent& e) { convert(e); }));
  }

  GivenSchedule take() && { return std::move(rounds_).take(); }

 private:
  using Place = PlanRounds::Place;
  struct Message {
    std::vector<PlanRounds::Underway> chunks;
    int round;
  };

  int& round_of(const PlanEvent& e) { return round_of_[index(e.threadblock)][index(e.step)]; }

  /// A step is in a round behind those of the step before it and of what it waits for.
  void convert(const PlanEvent& e) {
    const auto& step = network_.step(e);
    const auto& kind = *step.kind;
    int before = e.step > 0 ? round_of({e.threadblock, e.step - 1}) : -1;
    if (const auto awaited = network_.awaited(e); awaited.threadblock >= 0)
      before = std::max(before, round_of(awaited));
    Message message{{}, -1};
    if (kind.receives) {
      auto& queue = sent_[index(network_.block(e.threadblock).sender)];
      message = std::move(queue.front());
      queue.pop_front();
      before = std::max(before, message.round);
    }
    const int earliest = before + 1;
    int last = earliest;
    Message onward{{}, 0};
    for (int i = 0; i < step.count; ++i) {
      auto held = place(e, step.source, i);
      const auto target = place(e, step.target, i);
      const auto reached = [&](int round) { last = std::max(last, round); };
      if (kind.receives && kind.combines) {
        const auto onto = kind.stores ? target : rounds_.fresh(target.rank);
        if (onto.cell != held.cell) reached(rounds_.move(held, onto, Action::replace, earliest, kind.name));
        reached(rounds_.arrive(message.chunks[index(i)], onto, Action::fold_right, earliest, kind.name));
        held = onto;
      } else if (kind.receives) {
        reached(rounds_.arrive(message.chunks[index(i)], target, Action::replace, earliest, kind.name));
        held = target;
      } else if (kind.stores && (kind.combines || held.cell != target.cell)) {
        const auto action = kind.combines ? Action::fold_right : Action::replace;
        reached(rounds_.move(held, target, action, earliest, kind.name));
      }
      if (kind.sends) onward.chunks.push_back(rounds_.leave(held, kind.receives ? last + 1 : earliest));
    }
    round_of(e) = onward.round = last;
    if (kind.sends) sent_[index(e.threadblock)].push_back(std::move(onward));
  }

  Place place(const PlanEvent& e, const Chunk& chunk, int i) const {
    const Rank rank = network_.block(e.threadblock).rank;
    return {rank, plan_.cell(rank, chunk) + i};
  }

  const Plan& plan_;
  Network network_;
  PlanRounds rounds_;
  std::vector<std::vector<int>> round_of_;  ///< of each step
  std::vector<std::deque<Message>> sent_;   ///< what each threadblock has sent and nobody has received
};

/// Every operation is in a round behind that of the one before it in its threadblock.
class OneSidedConverter {
 public:
  explicit OneSidedConverter(const OneSidedPlan& plan) : plan_(plan), rounds_(plan) {
    static_cast<void>(check_plan(plan, [&](const OneSidedBlock& block, const Operation& o) { convert(block, o); }));
  }

  GivenSchedule take() && { return std::move(rounds_).take(); }

 private:
  using Place = PlanRounds::Place;

  void convert(const OneSidedBlock& block, const Operation& o) {
    auto& round = round_of_.try_emplace(&block, -1).first->second;
    const int earliest = round + 1;
    for (int i = 0; i < o.reads.front().chunks.count; ++i) round = std::max(round, convert(o, i, earliest));
  }

  /// Operands are combined where the first result is due, and sent on from there.
  int convert(const Operation& o, int i, int earliest) {
    std::vector<Place> from, to;
    for (const auto& region : o.reads) from.push_back(place(region.chunks, i));
    for (const auto& region : o.writes) to.push_back(place(region.chunks, i));
    int last = earliest;
    const auto move = [&](const Place& source, const Place& target, Action action) {
      if (source != target || action != Action::replace)
        last = std::max(last, rounds_.move(source, target, action, earliest, o.name));
    };
    const auto& result = to.front();
    const auto fold = [&](const Place& onto, std::size_t first, std::size_t end) {
      move(from[first], onto, Action::replace);
      for (std::size_t k = first + 1; k < end; ++k) move(from[k], onto, Action::fold_right);
    };
    const auto at = std::ranges::find(from, result);
    if (at == from.end() || at == from.begin()) {
      fold(result, 0, from.size());
    } else if (at == from.end() - 1) {
      const auto sum = from.size() == 2 ? from.front() : rounds_.fresh(result.rank);
      if (from.size() > 2) fold(sum, 0, from.size() - 1);
      move(sum, result, Action::fold_left);
    } else {
      const auto sum = rounds_.fresh(result.rank);
      fold(sum, 0, from.size());
      move(sum, result, Action::replace);
    }
    for (std::size_t k = 1; k < to.size(); ++k) move(result, to[k], Action::replace);
    return last;
  }

  Place place(const Chunks& chunks, int i) const { return {chunks.rank, plan_.cell(chunks.rank, chunks.first) + i}; }

  const OneSidedPlan& plan_;
  PlanRounds rounds_;
  std::map<const OneSidedBlock*, int> round_of_;  ///< of its last operation so far
};

}  // namespace

GivenSchedule schedule_of(const Plan& plan) { return Converter(plan).take(); }
GivenSchedule schedule_of(const OneSidedPlan& plan) { return OneSidedConverter(plan).take(); }

}  // namespace tutti::others
