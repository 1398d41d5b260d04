#include "verified/others/plan_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "verified/others/schedule_file.hpp"

namespace tutti::others {
namespace {

bool has(const Threadblock& block, bool StepKind::*property) {
  return std::ranges::any_of(block.steps, [&](const PlanStep& s) { return s.kind->*property; });
}

class Run {
 public:
  Run(const Network& network, int slots, const std::function<void(const PlanEvent&)>& visit)
      : network_(network),
        slots_(slots),
        visit_(visit),
        at_(network.blocks().size()),
        held_(at_.size()),
        waiting_(at_.size()) {
    for (int b = 0; b < static_cast<int>(at_.size()); ++b) awake_.push_back(b);
    while (!awake_.empty()) {
      const int b = awake_.front();
      awake_.pop_front();
      while (go_on(b)) continue;
    }
  }

  std::optional<Stuck> stuck() const {
    for (int b = 0; b < static_cast<int>(at_.size()); ++b)
      if (!is_over(b)) return Stuck{next(b), why(b)};
    return std::nullopt;
  }
  int most_held() const { return most_held_; }

 private:
  PlanEvent next(int b) const { return {b, at_[index(b)]}; }
  bool is_over(int b) const { return at_[index(b)] == static_cast<int>(network_.block(b).threadblock->steps.size()); }
  bool is_done(const PlanEvent& e) const { return at_[index(e.threadblock)] > e.step; }

  /// What the next step of the threadblock waits for, but for a slot.
  enum class Awaits { nothing, step, message };
  Awaits awaits(int b) const {
    const auto awaited = network_.awaited(next(b));
    if (awaited.threadblock >= 0 && !(is_done(awaited) && network_.step(awaited).signals)) return Awaits::step;
    const bool receives = network_.step(next(b)).kind->receives;
    return receives && held_[index(network_.block(b).sender)] == 0 ? Awaits::message : Awaits::nothing;
  }

  bool go_on(int b) {
    if (is_over(b)) return false;
    if (slots_ == 0) return go_on_together(b);
    if (const auto awaited = awaits(b); awaited != Awaits::nothing) {
      if (awaited == Awaits::step) wait_for_step(b, b);
      return false;
    }
    const auto& kind = *network_.step(next(b)).kind;
    if (kind.sends && slots_ != unlimited && held_[index(b)] >= slots_) return false;
    happen(b);
    return true;
  }

  void wait_for_step(int b, int waits) { waiting_[index(network_.awaited(next(b)).threadblock)].push_back(waits); }

  /// Without slots a send and its receive happen together, and what the receiver sends on happens with them. It begins
  /// with who sends and does not receive, whom a receiver calls when it is there.
  bool go_on_together(int b) {
    if (network_.step(next(b)).kind->receives) {
      awake_.push_back(network_.block(b).sender);
      return false;
    }
    std::vector<int> together;
    for (int at = b;; at = network_.block(at).receiver) {
      if (is_over(at) || network_.step(next(at)).kind->receives == together.empty()) return false;
      if (awaits(at) == Awaits::step) {
        wait_for_step(at, at);
        if (at != b) wait_for_step(at, b);
        return false;
      }
      together.push_back(at);
      if (!network_.step(next(at)).kind->sends) break;
    }
    for (const int at : together) happen(at);
    awake_.insert(awake_.end(), together.begin(), together.end());
    return true;
  }

  void happen(int b) {
    const auto& kind = *network_.step(next(b)).kind;
    const auto& block = network_.block(b);
    if (visit_) visit_(next(b));
    if (kind.receives) {
      --held_[index(block.sender)];
      awake_.push_back(block.sender);
    }
    if (kind.sends) {
      most_held_ = std::max(most_held_, ++held_[index(b)]);
      awake_.push_back(block.receiver);
    }
    ++at_[index(b)];
    auto& waiting = waiting_[index(b)];
    awake_.insert(awake_.end(), waiting.begin(), waiting.end());
    waiting.clear();
  }

  /// Follows who waits for whom until a threadblock comes again, or one that is over.
  std::string why(int b) const {
    constexpr std::size_t most = 6;
    std::string text;
    std::vector<int> seen;
    for (int at = b; std::ranges::find(seen, at) == seen.end();) {
      seen.push_back(at);
      const auto event = next(at);
      const auto& block = network_.block(at);
      const auto awaited = awaits(at);
      const int other = awaited == Awaits::step      ? network_.awaited(event).threadblock
                        : awaited == Awaits::message ? block.sender
                                                     : block.receiver;
      if (seen.size() <= most)
        text += fmt::format("{}{} waits for {}", text.empty() ? "" : "; ", network_.name(event),
                            awaited == Awaits::step ? network_.name(network_.awaited(event))
                            : awaited == Awaits::message
                                ? fmt::format("a message of rank {}", block.threadblock->receive_from)
                                : fmt::format("a slot to rank {}", block.threadblock->send_to));
      if (const auto step = network_.awaited(event); awaited == Awaits::step && is_done(step))
        return text + ", which is over and does not say so (hasdep)";
      if (is_over(other)) return text + ", which is over";
      at = other;
    }
    return text + (seen.size() > most ? "; …" : "");
  }

  const Network& network_;
  int slots_;
  const std::function<void(const PlanEvent&)>& visit_;
  std::vector<int> at_;                    ///< of each threadblock, its next step
  std::vector<int> held_;                  ///< what it has sent and nobody has received
  std::vector<std::vector<int>> waiting_;  ///< who waits for a step of it
  std::deque<int> awake_;
  int most_held_ = 0;
};

}  // namespace

Network::Network(const Plan& plan) : plan_(plan) {
  std::map<std::tuple<Rank, Rank, int>, std::pair<int, int>> connections;  // the sender and the receiver
  const auto enter = [&](int& end, int number, std::string_view does, Rank other) {
    if (end >= 0)
      throw NoSchedule(fmt::format("rank {}: threadblocks {} and {} both {} rank {} on channel {}; one must",
                                   block(number).rank, block(end).threadblock->id, block(number).threadblock->id, does,
                                   other, block(number).threadblock->channel));
    end = number;
  };
  for (Rank r = 0; r < plan.ranks; ++r) {
    first_of_.push_back(static_cast<int>(blocks_.size()));
    for (const auto& threadblock : plan.gpus[static_cast<std::size_t>(r)].threadblocks)
      blocks_.push_back({&threadblock, r});
  }
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b) {
    const auto& threadblock = *block(b).threadblock;
    const Rank rank = block(b).rank;
    const auto connection = [&](Rank from, Rank to) -> auto& {
      return connections.try_emplace({from, to, threadblock.channel}, -1, -1).first->second;
    };
    if (has(threadblock, &StepKind::sends))
      enter(connection(rank, threadblock.send_to).first, b, "send to", threadblock.send_to);
    if (has(threadblock, &StepKind::receives))
      enter(connection(threadblock.receive_from, rank).second, b, "receive from", threadblock.receive_from);
  }
  for (const auto& [key, ends] : connections) {
    const auto& [sender, receiver] = ends;
    if (sender >= 0) blocks_[static_cast<std::size_t>(sender)].receiver = receiver;
    if (receiver >= 0) blocks_[static_cast<std::size_t>(receiver)].sender = sender;
  }
}

PlanEvent Network::awaited(const PlanEvent& e) const {
  const auto& after = step(e).after;
  if (after.threadblock < 0) return {-1, -1};
  return {first_of_[static_cast<std::size_t>(block(e.threadblock).rank)] + after.threadblock, after.step};
}

std::string Network::name(const PlanEvent& e) const {
  const auto& of = block(e.threadblock);
  return fmt::format("rank {}, threadblock {}, step {} ({})", of.rank, of.threadblock->id, e.step, step(e).kind->name);
}

std::optional<Stuck> run_plan(const Network& network, int slots, const std::function<void(const PlanEvent&)>& visit) {
  return Run(network, slots, visit).stuck();
}

int fewest_slots(const Network& network) {
  const Run free(network, unlimited, {});
  int fails = -1, goes = std::max(1, free.most_held());
  while (goes - fails > 1) {
    const int middle = fails + (goes - fails) / 2;
    (run_plan(network, middle) ? fails : goes) = middle;
  }
  return goes;
}

}  // namespace tutti::others
