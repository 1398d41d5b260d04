#include "verified/others/plan_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "verified/others/plan_memory.hpp"
#include "verified/others/plan_run.hpp"

namespace tutti::others {
namespace {

// ---- Messages

/// Both ends of every connection, and both ends of every message.
std::optional<PlanFault> find_unmatched(const Network& network) {
  const auto malformed = [](std::string text) { return PlanFault{Fault::malformed, std::move(text)}; };
  const auto count = static_cast<int>(network.blocks().size());
  const auto steps_of = [&](int b, bool StepKind::*property) {
    std::vector<PlanEvent> all;
    const auto& steps = network.block(b).threadblock->steps;
    for (int s = 0; s < static_cast<int>(steps.size()); ++s)
      if (steps[index(s)].kind->*property) all.push_back({b, s});
    return all;
  };
  for (int b = 0; b < count; ++b) {
    const auto& block = network.block(b);
    const auto sends = steps_of(b, &StepKind::sends), own = steps_of(b, &StepKind::receives);
    if (!own.empty() && block.sender < 0)
      return malformed(fmt::format("{} receives from rank {} on channel {}, where nobody sends",
                                   network.name(own.front()), block.threadblock->receive_from,
                                   block.threadblock->channel));
    if (sends.empty()) continue;
    const auto receives = block.receiver < 0 ? std::vector<PlanEvent>{} : steps_of(block.receiver, &StepKind::receives);
    for (std::size_t i = 0; i < std::max(sends.size(), receives.size()); ++i) {
      if (i >= receives.size())
        return malformed(fmt::format("{} sends to rank {} on channel {} what is not received", network.name(sends[i]),
                                     block.threadblock->send_to, block.threadblock->channel));
      if (i >= sends.size())
        return malformed(fmt::format("{} receives from rank {} on channel {} what is not sent",
                                     network.name(receives[i]), block.rank, block.threadblock->channel));
      const int sent = network.step(sends[i]).count, received = network.step(receives[i]).count;
      if (sent != received)
        return malformed(fmt::format("{} receives {} chunks, where {} sends {}", network.name(receives[i]), received,
                                     network.name(sends[i]), sent));
    }
  }
  return std::nullopt;
}

// ---- The run, with who knows of what

class Execution {
 public:
  explicit Execution(const Network& network)
      : network_(network),
        memory_(network.plan(), [&](const Access& a) { return name(a); }),
        clocks_(network.blocks().size(), Clock(network.blocks().size(), 0)),
        pending_(network.blocks().size()) {
    for (int b = 0; b < static_cast<int>(network.blocks().size()); ++b)
      for (int s = 0; s < static_cast<int>(network.block(b).threadblock->steps.size()); ++s)
        if (const auto awaited = network.awaited({b, s}); awaited.threadblock >= 0)
          awaited_[{awaited.threadblock, awaited.step}];
  }

  void happen(const PlanEvent& e) {
    if (memory_.has_raced()) return;
    const auto& step = network_.step(e);
    const auto& kind = *step.kind;
    const auto& block = network_.block(e.threadblock);
    auto& clock = clocks_[index(e.threadblock)];
    clock[index(e.threadblock)] = e.step + 1;
    if (const auto awaited = network_.awaited(e); awaited.threadblock >= 0)
      merge(clock, awaited_.at({awaited.threadblock, awaited.step}));
    const Access by{e.threadblock, e.step, kind.sends && !kind.receives};
    const Chunks source{block.rank, step.source, step.count}, target{block.rank, step.target, step.count};
    if (kind.reads && kind.stores) memory_.check_overlap(source, target, by);
    std::vector<Tree> values;
    if (kind.receives) {
      auto& queue = pending_[index(block.sender)];
      values = std::move(queue.front().values);
      merge(clock, queue.front().clock);
      queue.pop_front();
    }
    if (kind.reads) {
      auto read = memory_.read(source, clock, by);
      if (!kind.combines)
        values = std::move(read);
      else if (kind.receives)
        values = joined(read, values);
      else
        values = joined(memory_.read(target, clock, by), read);
    }
    if (kind.stores) memory_.write(target, values, clock, by);
    if (kind.sends) {
      ++messages_;
      pending_[index(e.threadblock)].push_back({std::move(values), clock});
    }
    if (const auto at = awaited_.find({e.threadblock, e.step}); at != awaited_.end()) at->second = clock;
  }

  /// What is left is taken by those who have seen everything.
  void end(PlanVerdict& verdict) {
    if (!memory_.has_raced()) {
      Clock all(clocks_.size(), 0);
      for (const auto& clock : clocks_) merge(all, clock);
      for (Rank r = 0; r < network_.plan().ranks; ++r) memory_.take_output(r, all, {});
    }
    verdict.refuted = memory_.fault();
    verdict.needs = memory_.needs();
    verdict.agreement = memory_.agreement();
    verdict.messages = messages_;
  }

 private:
  struct Message {
    std::vector<Tree> values;
    Clock clock;
  };

  std::string name(const Access& a) const { return network_.name({a.actor, a.event}); }
  std::vector<Tree> joined(std::vector<Tree> left, const std::vector<Tree>& right) {
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = memory_.trees().join(left[i], right[i]);
    return left;
  }

  const Network& network_;
  PlanMemory memory_;
  std::vector<Clock> clocks_;
  std::vector<std::deque<Message>> pending_;      ///< what each threadblock has sent
  std::map<std::pair<int, int>, Clock> awaited_;  ///< of the steps that others wait for
  std::int64_t messages_ = 0;
};

}  // namespace

PlanVerdict check_plan(const Plan& plan, std::optional<int> slots) {
  PlanVerdict verdict;
  const Network network(plan);
  verdict.refuted = find_unmatched(network);
  if (verdict.refuted) return verdict;
  if (const auto stuck = run_plan(network, unlimited)) {
    verdict.refuted = {Fault::deadlock, stuck->why};
    return verdict;
  }
  if (slots)
    if (const auto there = run_plan(network, *slots)) {
      verdict.refuted = {Fault::deadlock, fmt::format("with {} slots for each connection {}", *slots, there->why)};
      return verdict;
    }
  verdict.slots = fewest_slots(network);
  Execution execution(network);  // with few slots, since each message brings what its sender knows
  static_cast<void>(run_plan(network, std::max(1, *verdict.slots), [&](const PlanEvent& e) { execution.happen(e); }));
  execution.end(verdict);
  return verdict;
}

}  // namespace tutti::others
