#include "verified/others/onesided_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include "verified/others/no_schedule.hpp"
#include "verified/others/onesided_signals.hpp"
#include "verified/others/plan_memory.hpp"

namespace tutti::others {
namespace {

using Kind = Operation::Kind;

/// How often each threadblock has released a semaphore.
class ReleaseCounter : public OneSidedVisitor {
 public:
  ReleaseCounter(const OneSidedPlan& plan, int semaphore) : plan_(plan), semaphore_(semaphore) {}
  void happens(const OneSidedEvent& e) override {
    const auto& o = plan_.blocks[index(e.block)].operations[index(e.at)];
    if (o.kind == Kind::release) counts[e.block] += static_cast<int>(std::ranges::count(o.objects, semaphore_));
  }
  std::map<int, int> counts;

 private:
  const OneSidedPlan& plan_;
  int semaphore_;
};

/// Who knows of what as a plan goes, and what stands in memory.
class OneSidedExecution : public OneSidedVisitor {
 public:
  OneSidedExecution(const OneSidedPlan& plan, const std::function<void(const OneSidedBlock&, const Operation&)>& visit)
      : plan_(plan),
        visit_(visit),
        memory_(plan, [&](const Access& a) { return name(a); }),
        blocks_(plan.blocks.size()),
        semaphores_(plan.semaphores.size()),
        coming_(plan.barriers.size(), nothing_known()),
        passing_(plan.barriers.size(), nothing_known()),
        proxies_(plan.proxies.size()),
        begun_(index(plan.ranks)),
        released_(users(plan, Kind::release)) {
    for (auto& block : blocks_) block.known = nothing_known();
    for (auto& proxy : proxies_) proxy.known = nothing_known();
  }

  bool is_satisfied() const override { return memory_.has_raced(); }

  /// A rank has input, and its threadblocks begin.
  void begins(Rank r, int call) override {
    auto known = begun_[index(r)].empty() ? nothing_known() : ended(r, call);
    known[index(application(r))] = 2 * call;
    memory_.give_input(r, known, {application(r), 2 * call, false});
    known[index(application(r))] = 2 * call + 1;
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      if (plan_.blocks[b].rank == r) blocks_[b].known = known;
    begun_[index(r)].push_back(std::move(known));
  }

  void ends(Rank r, int call) override {
    memory_.take_output(r, ended(r, call + 1), {application(r), 2 * call + 1, false});
  }

  void comes(const OneSidedEvent& e) override {
    gather(e.block, number(e) + 1);
    merge(coming_[index(operation(e).objects.front())], blocks_[index(e.block)].known);
  }

  void happens(const OneSidedEvent& e) override {
    const auto& o = operation(e);
    spend(static_cast<std::int64_t>(1 + o.objects.size()) * 3 * actors());
    const auto each = [&](auto does) {
      for (int i = 0; i < static_cast<int>(o.objects.size()); ++i) does(o.objects[index(i)], i);
    };
    switch (o.kind) {
      case Kind::sync: gather(e.block, number(e) + 1); break;
      case Kind::barrier: {
        // The first one to pass finds what all have brought, and whoever comes again brings it for the next time.
        auto& coming = coming_[index(o.objects.front())];
        auto& passing = passing_[index(o.objects.front())];
        merge(passing, std::exchange(coming, nothing_known()));
        merge(blocks_[index(e.block)].known, passing);
        break;
      }
      case Kind::release:
        each([&](int object, int thread) { release(e, object, thread, o.proxies[index(thread)], o.relaxed); });
        break;
      case Kind::acquire: each([&](int object, int thread) { acquire(e, object, thread, o.relaxed); }); break;
      case Kind::flush:
        each([&](int proxy, int thread) {
          merge(of_thread(e.block, thread), done_by(proxy, known_to(e.block, thread), e.block, thread));
        });
        break;
      case Kind::move: move(e, o);
    }
  }

  void end(PlanVerdict& verdict, const OneSidedRun& run) const {
    if (const auto stuck = run.stuck(); stuck && !memory_.has_raced())
      verdict.refuted = PlanFault{Fault::deadlock, *stuck};
    else
      verdict.refuted = memory_.fault();
    verdict.needs = memory_.needs();
    verdict.agreement = memory_.agreement();
    verdict.messages = messages_;
  }

 private:
  struct Put {
    OneSidedEvent event;
    int thread;
  };
  struct Block {
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
    int acquired = 0;
    std::map<int, Releases> by;
  };
  struct Proxy {
    Clock known;
    std::vector<Put> puts;
  };

  // Actors are the threadblocks, then the application of each rank, then the proxies.
  int actors() const {
    return static_cast<int>(plan_.blocks.size()) + plan_.ranks + static_cast<int>(plan_.proxies.size());
  }
  int application(Rank r) const { return static_cast<int>(plan_.blocks.size()) + r; }
  int actor_of_proxy(int proxy) const { return application(plan_.ranks) + proxy; }
  Clock nothing_known() const { return Clock(index(actors()), 0); }

  const Operation& operation(const OneSidedEvent& e) const {
    return plan_.blocks[index(e.block)].operations[index(e.at)];
  }
  Rank rank_of(int b) const { return plan_.blocks[index(b)].rank; }
  int length(int b) const { return static_cast<int>(plan_.blocks[index(b)].operations.size()); }
  /// Of its threadblock, through all calls.
  int number(const OneSidedEvent& e) const { return e.call * length(e.block) + e.at; }

  std::string name(const Access& a) const {
    if (a.actor < 0) return "nobody";
    if (a.actor < application(0))
      return name_of(plan_, {a.actor, a.event / length(a.actor), a.event % length(a.actor)});
    if (a.actor < actor_of_proxy(0))
      return fmt::format("the application of rank {} {} call {}", a.actor - application(0),
                         a.event % 2 == 0 ? "before" : "behind", a.event / 2 + 1);
    return name_of(plan_, proxies_[index(a.actor - actor_of_proxy(0))].puts[index(a.event)].event);
  }

  /// The threadblock whose packet that is.
  int block_of(const Access& writer) const {
    const int proxy = writer.actor - actor_of_proxy(0);
    return proxy < 0 ? writer.actor : proxies_[index(proxy)].puts[index(writer.event)].event.block;
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
      at->second = nothing_known();
      hold(1);
    }
    return at->second;
  }
  /// All threads have come as far as this.
  void gather(int b, int number) {
    auto& block = blocks_[index(b)];
    for (const auto& [thread, clock] : block.of_thread) merge(block.known, clock);
    hold(-static_cast<int>(block.of_thread.size()));
    block.of_thread.clear();
    block.known[index(b)] = std::max(block.known[index(b)], number);
  }
  /// What is known of a rank when that many calls are over.
  Clock ended(Rank r, int calls) {
    auto known = begun_[index(r)].back();
    for (int b = 0; b < static_cast<int>(blocks_.size()); ++b)
      if (rank_of(b) == r) {
        gather(b, calls * length(b));
        merge(known, blocks_[index(b)].known);
      }
    known[index(application(r))] = std::max(known[index(application(r))], 2 * calls - 1);
    return known;
  }
  const Clock& begun(Rank r, int call) const { return begun_[index(r)][index(call)]; }

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

  /// What is known where that proxy has done all that was surely put to it before.
  Clock done_by(int proxy, const Clock& known, int b, int thread) {
    const auto& all = proxies_[index(proxy)];
    auto before = index(known[index(actor_of_proxy(proxy))]);
    for (; before < all.puts.size(); ++before) {
      const auto& put = all.puts[before];
      spend(1);
      if (known[index(put.event.block)] <= number(put.event) && (put.event.block != b || put.thread != thread)) break;
    }
    auto clock = known;
    if (before == all.puts.size()) merge(clock, all.known);
    auto& own = clock[index(actor_of_proxy(proxy))];
    own = std::max(own, static_cast<int>(before));
    return clock;
  }

  void release(const OneSidedEvent& e, int object, int thread, int proxy, bool relaxed) {
    auto known = relaxed ? begun(rank_of(e.block), e.call) : known_to(e.block, thread);
    if (proxy >= 0 && !relaxed) known = done_by(proxy, known, e.block, thread);
    auto& releases = semaphores_[index(object)].by[e.block];
    if (releases.known.empty()) {
      releases.known = releases.begun = nothing_known();
      hold(2);
    }
    releases.later.push_back({std::move(known), e.call});
    hold(1);
  }

  void acquire(const OneSidedEvent& e, int object, int thread, bool relaxed) {
    auto& semaphore = semaphores_[index(object)];
    const int needed = ++semaphore.acquired - plan_.semaphores[index(object)].initial;
    const auto most = released_[object].size() > 1 ? most_before(e, object) : std::map<int, int>{};
    const int all = total(most);
    auto& clock = of_thread(e.block, thread);
    for (auto& [by, releases] : semaphore.by) {
      const int others = most.empty() ? 0 : all - most.at(by);
      for (const int sure = needed - others; releases.sure < sure && !releases.later.empty(); ++releases.sure) {
        auto& first = releases.later.front();
        merge(releases.begun, begun(rank_of(by), first.call));
        merge(releases.known, first.known);
        releases.later.pop_front();
        hold(-1);
      }
      merge(clock, relaxed ? releases.begun : releases.known);
    }
  }
  /// Of several that release a semaphore, how often each may have done so before that event: as often as where the
  /// event never comes. So each has surely done so as often as the others, with all of theirs, have not.
  std::map<int, int> most_before(const OneSidedEvent& e, int semaphore) {
    ReleaseCounter counter(plan_, semaphore);
    spend(OneSidedRun(plan_, counter, e).steps());
    return std::move(counter.counts);
  }

  void move(const OneSidedEvent& e, const Operation& o) {
    const auto at = [&](const Region& region) { return plan_.in_call(region.chunks, e.call); };
    Access by{e.block, number(e), false};
    Clock known = blocks_[index(e.block)].known;
    if (o.proxy >= 0) {
      auto& proxy = proxies_[index(o.proxy)];
      merge(proxy.known, known_to(e.block, o.thread));
      by = {actor_of_proxy(o.proxy), static_cast<int>(proxy.puts.size()), true};
      proxy.puts.push_back({e, o.thread});
      known = proxy.known;
    }
    for (const auto& read : o.reads)
      for (const auto& write : o.writes) memory_.check_overlap(at(read), at(write), by);
    std::vector<Tree> values;
    for (const auto& region : o.reads) {
      for (int i = 0; region.form == Form::packets && i < region.chunks.count; ++i)
        merge(of_thread(e.block, packets), begun(rank_of(block_of(memory_.writer(at(region), i))), e.call));
      const auto read =
          region.form == Form::packets
              ? memory_.read_packets(at(region), by)
              : memory_.read(at(region), known, by, region.form == Form::data ? PlanMemory::none : e.call);
      if (values.empty())
        values = read;
      else
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = memory_.trees().join(values[i], read[i]);
    }
    for (const auto& region : o.writes)
      memory_.write(at(region), values, known, by, region.form == Form::data ? PlanMemory::none : e.call);
    if (o.in_any_order && o.reads.size() > 1) memory_.needs_commutative();
    if (o.proxy >= 0) proxies_[index(o.proxy)].known[index(by.actor)] = by.event + 1;
    if (e.call > 0) return;
    const auto is_remote = [&](const Region& region) { return region.chunks.rank != rank_of(e.block); };
    messages_ += std::ranges::count_if(o.reads, is_remote) + std::ranges::count_if(o.writes, is_remote);
    if (visit_) visit_(plan_.blocks[index(e.block)], o);
  }

  static constexpr int packets = -1;  ///< stands for a thread: what one knows by packets, all know at the next sync

  const OneSidedPlan& plan_;
  const std::function<void(const OneSidedBlock&, const Operation&)>& visit_;
  PlanMemory memory_;
  std::vector<Block> blocks_;
  std::vector<Semaphore> semaphores_;
  std::vector<Clock> coming_, passing_;  ///< of each barrier: who has come, and who goes on, with what is known
  std::vector<Proxy> proxies_;
  std::vector<std::vector<Clock>> begun_;  ///< of each rank, what is known where each call begins
  Users released_;
  std::int64_t messages_ = 0;
  std::int64_t held_ = 0, spent_ = 0;  ///< clocks that are kept; steps
};

}  // namespace

PlanVerdict check_plan(const OneSidedPlan& plan,
                       const std::function<void(const OneSidedBlock&, const Operation&)>& visit) {
  PlanVerdict verdict;
  verdict.refuted = find_unmatched_signals(plan);
  if (verdict.refuted) return verdict;
  OneSidedExecution execution(plan, visit);
  const OneSidedRun run(plan, execution);
  execution.end(verdict, run);
  return verdict;
}

}  // namespace tutti::others
