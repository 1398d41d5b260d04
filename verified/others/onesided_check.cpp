#include "verified/others/onesided_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include "verified/others/no_schedule.hpp"
#include "verified/others/onesided_signals.hpp"

namespace tutti::others {
namespace {

using Kind = Operation::Kind;

class OneSidedRun {
 public:
  OneSidedRun(const OneSidedPlan& plan, const std::function<void(const OneSidedBlock&, const Operation&)>& visit)
      : plan_(plan),
        visit_(visit),
        memory_(plan, [&](const Access& a) { return name(a); }),
        blocks_(plan.blocks.size()),
        semaphores_(plan.semaphores.size()),
        barriers_(plan.barriers.size()),
        proxies_(plan.proxies.size()),
        of_rank_(index(plan.ranks)),
        released_(users(plan, Kind::release)) {
    const Clock none_known(index(actors()), 0);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      blocks_[b].known = none_known;
      of_rank_[index(plan.blocks[b].rank)].blocks.push_back(static_cast<int>(b));
    }
    for (auto& proxy : proxies_) proxy.known = none_known;
    for (std::size_t s = 0; s < semaphores_.size(); ++s) semaphores_[s].value = plan.semaphores[s].initial;
    for (auto& barrier : barriers_) barrier.coming = barrier.released = none_known;
    for (Rank r = 0; r < plan.ranks; ++r) {
      of_rank_[index(r)].begun.push_back(none_known);
      begin(r);
    }
    for (bool goes_on = true; goes_on && !memory_.has_raced();) {
      goes_on = false;
      spend(static_cast<std::int64_t>(blocks_.size()));
      for (int b = 0; b < static_cast<int>(blocks_.size()); ++b)
        while (!memory_.has_raced() && step(b)) goes_on = true;
      for (Rank r = 0; r < plan.ranks && !memory_.has_raced(); ++r)
        if (end_call(r)) goes_on = true;
    }
  }

  void end(PlanVerdict& verdict) const {
    verdict.refuted = memory_.has_raced() ? memory_.fault() : stuck();
    if (!verdict.refuted) verdict.refuted = memory_.fault();
    verdict.needs = memory_.needs();
    verdict.agreement = memory_.agreement();
    verdict.messages = messages_;
  }

 private:
  struct Put {
    int block, event, thread;
  };
  struct Block {
    int at = 0;                      ///< its next operation
    bool has_come = false;           ///< to a barrier
    Clock known;                     ///< by all its threads; of its own operations, those before the last sync
    std::map<int, Clock> of_thread;  ///< what one knows besides
  };
  struct Release {
    Clock known;
    int call;
  };
  /// What a threadblock has released: what surely came before all that was acquired, and what may come after.
  struct Releases {
    Clock known, begun;
    int sure = 0;
    std::deque<Release> later;
  };
  struct Semaphore {
    int value = 0, acquired = 0;
    std::map<int, Releases> by;
  };
  struct Barrier {
    int come = 0, left = 0;
    Clock coming, released;
  };
  struct Proxy {
    Clock known;
    std::vector<Put> puts;
  };
  struct OfRank {
    int call = 0;
    std::vector<int> blocks;
    std::vector<Clock> begun;  ///< what is known where each call begins
  };

  // Actors are the threadblocks, then the application of each rank, then the proxies.
  int actors() const {
    return static_cast<int>(plan_.blocks.size()) + plan_.ranks + static_cast<int>(plan_.proxies.size());
  }
  int application(Rank r) const { return static_cast<int>(plan_.blocks.size()) + r; }
  int actor_of_proxy(int proxy) const { return static_cast<int>(plan_.blocks.size()) + plan_.ranks + proxy; }

  int length(int b) const { return static_cast<int>(plan_.blocks[index(b)].operations.size()); }
  int call_of(int b) const { return of_rank_[index(plan_.blocks[index(b)].rank)].call; }
  bool is_over(int b) const { return blocks_[index(b)].at == length(b) || call_of(b) == calls_of_a_plan; }
  const Operation& operation(int b) const { return plan_.blocks[index(b)].operations[index(blocks_[index(b)].at)]; }
  /// The next operation, counted through all calls.
  int event(int b) const { return call_of(b) * length(b) + blocks_[index(b)].at; }

  static std::string in_call(int call) { return call == 0 ? "" : fmt::format(" in call {}", call + 1); }
  std::string name(int b, int event) const {
    const auto& block = plan_.blocks[index(b)];
    return plan_.name_of(block, block.operations[index(event % length(b))]) + in_call(event / length(b));
  }
  std::string name(const Access& a) const {
    const int blocks = static_cast<int>(plan_.blocks.size());
    if (a.actor < 0) return "nobody";
    if (a.actor < blocks) return name(a.actor, a.event);
    if (a.actor < blocks + plan_.ranks)
      return fmt::format("the application of rank {} {} call {}", a.actor - blocks,
                         a.event % 2 == 0 ? "before" : "behind", a.event / 2 + 1);
    const auto& put = proxies_[index(a.actor - blocks - plan_.ranks)].puts[index(a.event)];
    return name(put.block, put.event);
  }

  /// The threadblock whose packet that is.
  int block_of(const Access& writer) const {
    const int proxy = writer.actor - actor_of_proxy(0);
    return proxy < 0 ? writer.actor : proxies_[index(proxy)].puts[index(writer.event)].block;
  }

  /// What that thread knows.
  Clock known_to(int b, int thread) const {
    const auto& block = blocks_[index(b)];
    auto clock = block.known;
    if (const auto own = block.of_thread.find(thread); own != block.of_thread.end()) merge(clock, own->second);
    return clock;
  }
  Clock& of_thread(int b, int thread) {
    const auto [at, is_new] = blocks_[index(b)].of_thread.try_emplace(thread);
    if (is_new) {
      at->second.assign(index(actors()), 0);
      hold(1);
    }
    return at->second;
  }
  /// All threads have come as far as this event.
  void gather(int b, int event) {
    auto& block = blocks_[index(b)];
    for (const auto& [thread, clock] : block.of_thread) merge(block.known, clock);
    hold(-static_cast<int>(block.of_thread.size()));
    block.of_thread.clear();
    block.known[index(b)] = std::max(block.known[index(b)], event);
  }

  // Whoever writes a plan by a program writes a million of anything.
  void hold(int clocks) {
    constexpr std::int64_t most = std::int64_t{1} << 26;
    held_ += clocks;
    if (held_ * actors() > most)
      throw NoSchedule(
          fmt::format("what is signalled, waited for and known at once, of {} threadblocks, is more than is looked "
                      "at, which is {} signals",
                      plan_.blocks.size(), most / actors()));
  }
  void spend(std::int64_t steps) {
    constexpr std::int64_t most = std::int64_t{1} << 34;
    if (spent_ += steps; spent_ > most)
      throw NoSchedule(
          fmt::format("{} threadblocks with so many operations take longer than is looked at", plan_.blocks.size()));
  }

  bool step(int b) {
    if (is_over(b)) return false;
    const auto& o = operation(b);
    auto& block = blocks_[index(b)];
    switch (o.kind) {
      case Kind::sync: gather(b, event(b) + 1); break;
      case Kind::barrier:
        if (!pass(b, barriers_[index(o.objects.front())], plan_.barriers[index(o.objects.front())].members))
          return false;
        break;
      case Kind::release:
        for (std::size_t i = 0; i < o.objects.size(); ++i)
          release(b, o.objects[i], static_cast<int>(i), o.proxies[i], o.relaxed);
        break;
      case Kind::acquire:
        if (std::ranges::any_of(o.objects, [&](int s) { return semaphores_[index(s)].value == 0; })) return false;
        for (std::size_t i = 0; i < o.objects.size(); ++i) acquire(b, o.objects[i], static_cast<int>(i), o.relaxed);
        break;
      case Kind::flush:
        for (std::size_t i = 0; i < o.objects.size(); ++i)
          merge(of_thread(b, static_cast<int>(i)),
                done_by(o.objects[i], known_to(b, static_cast<int>(i)), b, static_cast<int>(i)));
        break;
      case Kind::move:
        if (!are_there(b, o)) return false;
        move(b, o);
    }
    spend(static_cast<std::int64_t>(1 + o.objects.size()) * 3 * actors());
    ++block.at;
    return true;
  }

  bool pass(int b, Barrier& barrier, int members) {
    auto& block = blocks_[index(b)];
    if (!block.has_come) {
      if (barrier.left > 0) return false;  // of the time before, some have not left yet
      gather(b, event(b) + 1);
      merge(barrier.coming, block.known);
      block.has_come = true;
      ++barrier.come;
    }
    if (barrier.come == members) {
      barrier.come = 0;
      barrier.left = members;
      barrier.released = std::exchange(barrier.coming, Clock(index(actors()), 0));
    }
    if (barrier.left == 0) return false;
    --barrier.left;
    merge(block.known, barrier.released);
    block.has_come = false;
    return true;
  }

  const Clock& begun(Rank r, int call) const { return of_rank_[index(r)].begun[index(call)]; }

  /// What is known where that proxy has done all that was surely put to it before.
  Clock done_by(int proxy, const Clock& known, int b, int thread) {
    const auto& all = proxies_[index(proxy)];
    auto before = index(known[index(actor_of_proxy(proxy))]);
    for (; before < all.puts.size(); ++before) {
      const auto& put = all.puts[before];
      spend(1);
      if (known[index(put.block)] <= put.event && (put.block != b || put.thread != thread)) break;
    }
    auto clock = known;
    if (before == all.puts.size()) merge(clock, all.known);
    auto& own = clock[index(actor_of_proxy(proxy))];
    own = std::max(own, static_cast<int>(before));
    return clock;
  }

  void release(int b, int object, int thread, int proxy, bool relaxed) {
    auto known = relaxed ? begun(plan_.blocks[index(b)].rank, call_of(b)) : known_to(b, thread);
    if (proxy >= 0 && !relaxed) known = done_by(proxy, known, b, thread);
    auto& semaphore = semaphores_[index(object)];
    auto& releases = semaphore.by[b];
    if (releases.known.empty()) {
      releases.known = releases.begun = Clock(index(actors()), 0);
      hold(2);
    }
    releases.later.push_back({std::move(known), call_of(b)});
    ++semaphore.value;
    hold(1);
  }

  /// Of several that release it, each has surely done so as often as the others alone cannot have.
  void acquire(int b, int object, int thread, bool relaxed) {
    auto& semaphore = semaphores_[index(object)];
    --semaphore.value;
    const int needed = ++semaphore.acquired - plan_.semaphores[index(object)].initial;
    const auto& in_a_call = released_[object];
    const int all = total(in_a_call) * (call_of(b) + 1);
    auto& clock = of_thread(b, thread);
    for (auto& [by, releases] : semaphore.by) {
      const int others = all - in_a_call.at(by) * (call_of(b) + 1);
      for (const int sure = needed - others; releases.sure < sure && !releases.later.empty(); ++releases.sure) {
        auto& first = releases.later.front();
        merge(releases.begun, begun(plan_.blocks[index(by)].rank, first.call));
        merge(releases.known, first.known);
        releases.later.pop_front();
        hold(-1);
      }
      merge(clock, relaxed ? releases.begun : releases.known);
    }
  }

  Chunks in_this_call(const Chunks& chunks, int call) const {
    auto at = chunks;
    if (plan_.second_scratch && call % 2 == 1 && at.first.buffer == Buffer::scratch)
      at.first.buffer = Buffer::second_scratch;
    return at;
  }

  bool are_there(int b, const Operation& o) const {
    return std::ranges::all_of(o.reads, [&](const Region& region) {
      const auto at = in_this_call(region.chunks, call_of(b));
      for (int i = 0; region.form == Form::packets && i < at.count; ++i)
        if (memory_.call_of_packet(at, i) != call_of(b)) return false;
      return true;
    });
  }

  void move(int b, const Operation& o) {
    const Rank rank = plan_.blocks[index(b)].rank;
    const int call = call_of(b);
    Access by{b, event(b), false};
    Clock known = blocks_[index(b)].known;
    if (o.proxy >= 0) {
      auto& proxy = proxies_[index(o.proxy)];
      merge(proxy.known, known_to(b, o.thread));
      by = {actor_of_proxy(o.proxy), static_cast<int>(proxy.puts.size()), true};
      proxy.puts.push_back({b, event(b), o.thread});
      known = proxy.known;
    }
    for (const auto& read : o.reads)
      for (const auto& write : o.writes)
        memory_.check_overlap(in_this_call(read.chunks, call), in_this_call(write.chunks, call), by);
    std::vector<Tree> values;
    for (const auto& region : o.reads) {
      const auto at = in_this_call(region.chunks, call);
      if (region.form == Form::packets)
        for (int i = 0; i < at.count; ++i)
          merge(of_thread(b, packets), begun(plan_.blocks[index(block_of(memory_.writer(at, i)))].rank, call));
      const auto read = region.form == Form::packets
                            ? memory_.read_packets(at, by)
                            : memory_.read(at, known, by, region.form == Form::data ? PlanMemory::none : call);
      if (values.empty())
        values = read;
      else
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = memory_.trees().join(values[i], read[i]);
    }
    for (const auto& region : o.writes)
      memory_.write(in_this_call(region.chunks, call), values, known, by,
                    region.form == Form::data ? PlanMemory::none : call);
    if (o.in_any_order && o.reads.size() > 1) memory_.needs_commutative();
    if (o.proxy >= 0) proxies_[index(o.proxy)].known[index(by.actor)] = by.event + 1;
    if (call > 0) return;
    for (const auto& region : o.reads) messages_ += region.chunks.rank != rank;
    for (const auto& region : o.writes) messages_ += region.chunks.rank != rank;
    if (visit_) visit_(plan_.blocks[index(b)], o);
  }

  /// A rank has input, and its threadblocks begin.
  void begin(Rank r) {
    auto& rank = of_rank_[index(r)];
    auto& known = rank.begun.back();
    memory_.give_input(r, known, {application(r), 2 * rank.call, false});
    known[index(application(r))] = 2 * rank.call + 1;
    for (const int b : rank.blocks) {
      blocks_[index(b)].known = known;
      blocks_[index(b)].at = 0;
    }
  }

  bool end_call(Rank r) {
    auto& rank = of_rank_[index(r)];
    if (rank.call == calls_of_a_plan) return false;
    if (!std::ranges::all_of(rank.blocks, [&](int b) { return is_over(b); })) return false;
    auto known = rank.begun.back();
    for (const int b : rank.blocks) {
      gather(b, (rank.call + 1) * length(b));
      merge(known, blocks_[index(b)].known);
    }
    memory_.take_output(r, known, {application(r), 2 * rank.call + 1, false});
    known[index(application(r))] = 2 * rank.call + 2;
    rank.begun.push_back(std::move(known));
    if (++rank.call < calls_of_a_plan && !memory_.has_raced()) begin(r);
    return true;
  }

  // ---- Who waits for ever

  std::optional<PlanFault> stuck() const {
    for (int b = 0; b < static_cast<int>(blocks_.size()); ++b)
      if (!is_over(b)) return PlanFault{Fault::deadlock, name(b, event(b)) + " waits for " + awaited(b)};
    return std::nullopt;
  }

  std::string awaited(int b) const {
    const auto& o = operation(b);
    if (o.kind == Kind::barrier) {
      const int barrier = o.objects.front();
      for (int other = 0; other < static_cast<int>(blocks_.size()); ++other)
        if (other != b && uses(other, barrier) && !blocks_[index(other)].has_come)
          return fmt::format("{}, to which {} does not come", plan_.barriers[index(barrier)].name, state(other));
      return plan_.barriers[index(barrier)].name;
    }
    if (o.kind == Kind::acquire) {
      for (const int s : o.objects)
        if (semaphores_[index(s)].value == 0) {
          const auto& by = released_.at(s);
          return fmt::format("the {}{}", plan_.semaphores[index(s)].name,
                             by.empty() ? "" : fmt::format(", where {}", state(by.begin()->first)));
        }
    }
    for (const auto& region : o.reads) {
      const auto at = in_this_call(region.chunks, call_of(b));
      for (int i = 0; region.form == Form::packets && i < at.count; ++i)
        if (memory_.call_of_packet(at, i) != call_of(b))
          return fmt::format("a packet in {}", memory_.name_of_chunk(at, i));
    }
    return "nobody";
  }

  bool uses(int b, int barrier) const {
    return std::ranges::any_of(plan_.blocks[index(b)].operations, [&](const Operation& o) {
      return o.kind == Kind::barrier && o.objects.front() == barrier;
    });
  }

  std::string state(int b) const {
    if (is_over(b))
      return fmt::format("threadblock {} of rank {} is over", plan_.blocks[index(b)].id, plan_.blocks[index(b)].rank);
    return name(b, event(b)) + " waits itself";
  }

  static constexpr int packets = -1;  ///< stands for a thread: what one knows by packets, all know at the next sync

  const OneSidedPlan& plan_;
  const std::function<void(const OneSidedBlock&, const Operation&)>& visit_;
  PlanMemory memory_;
  std::vector<Block> blocks_;
  std::vector<Semaphore> semaphores_;
  std::vector<Barrier> barriers_;
  std::vector<Proxy> proxies_;
  std::vector<OfRank> of_rank_;
  Users released_;
  std::int64_t messages_ = 0;
  std::int64_t held_ = 0, spent_ = 0;  ///< clocks that are kept; steps
};

}  // namespace

std::string OneSidedPlan::name_of(const OneSidedBlock& block, const Operation& operation) const {
  return fmt::format("rank {}, threadblock {}, op {}{} ({})", block.rank, block.id, operation.number,
                     operation.unit < 0 ? "" : fmt::format(", unit {}", operation.unit), operation.name);
}

PlanVerdict check_plan(const OneSidedPlan& plan,
                       const std::function<void(const OneSidedBlock&, const Operation&)>& visit) {
  PlanVerdict verdict;
  verdict.refuted = find_unmatched_signals(plan);
  if (!verdict.refuted) OneSidedRun(plan, visit).end(verdict);
  return verdict;
}

}  // namespace tutti::others
