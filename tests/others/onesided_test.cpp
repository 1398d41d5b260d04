// Plans of puts and signals: they are judged as the schedules that they are made of, and what is not refuted goes right
// in whatever order its threads go, call after call.
#include "verified/others/onesided.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/others/drawn_plans.hpp"
#include "verified/others/onesided_check.hpp"

namespace tutti {
namespace {

using others::Buffer;
using others::Chunks;
using others::Form;
using others::index;
using others::OneSidedBlock;
using others::OneSidedPlan;
using others::Operation;
using Kind = Operation::Kind;

/// The rounds of a schedule: in each one a rank puts what it sends into scratch of who receives it, all meet, each
/// combines what it has got, all meet. One in three moves is a packet, one in three goes by a port. A rank has up to
/// three threadblocks, which share its work as it is drawn and meet by a barrier or by semaphores; the first one meets
/// the other ranks for all.
class OneSidedOf {
 public:
  OneSidedOf(Schedule given, Collective collective, Rank root) : schedule_(std::move(given)) {
    for (auto& round : schedule_.rounds) split(round);
    const auto& schedule = schedule_;
    plan_.collective = collective;
    plan_.root = root;
    plan_.in_place = true;
    plan_.ranks = schedule.ranks;
    plan_.chunks = row(collective).cut == Cut::freely ? schedule.blocks : 1;
    plan_.second_scratch = true;
    int most = 0;
    for (const auto& round : schedule.rounds) {
      int slots = 0;
      for (const auto& s : round.steps) slots += s.blocks.count;
      most += slots;
    }
    plan_.scratch = schedule.extra + most;
    for (Rank r = 0; r < plan_.ranks; ++r) {
      for (int id = 0; id < threadblocks_; ++id) plan_.blocks.push_back({r, id, {}});
      if (has_barriers_) {
        plan_.barriers.push_back({"barrier of rank " + std::to_string(r), threadblocks_});
        continue;
      }
      // Whoever is there says so by the first, and the first threadblock lets each go on by one of its own.
      for (int id = 0; id < threadblocks_; ++id)
        plan_.semaphores.push_back({"semaphore " + std::to_string(id) + " of rank " + std::to_string(r), 0, false});
    }
    meet(true);
    int staging = schedule.extra;
    for (const auto& round : schedule.rounds) {
      std::vector<std::pair<int, Form>> places;
      for (const auto& s : round.steps) {
        const bool by_port = draw(3) == 0;
        const auto form = !by_port && draw(2) == 0 ? Form::packets : Form::data;
        auto& put = add(s.from, form == Form::packets ? "ppkt" : "put");
        put.reads = {{chunks(s.from, s.blocks.first, s.blocks.count), Form::data}};
        put.writes = {{{s.to, {Buffer::scratch, staging}, s.blocks.count}, form}};
        if (by_port && s.from != s.to) put.proxy = proxy(s.from, s.to);
        places.emplace_back(staging, form);
        staging += s.blocks.count;
      }
      meet(false);
      for (std::size_t i = 0; i < round.steps.size(); ++i) {
        const auto& s = round.steps[i];
        auto& take = add(s.to, s.action == Action::replace ? "copy" : "re");
        const others::Region arrived{{s.to, {Buffer::scratch, places[i].first}, s.blocks.count}, places[i].second},
            held{chunks(s.to, s.at, s.blocks.count), Form::data};
        take.reads = s.action == Action::replace     ? std::vector{arrived}
                     : s.action == Action::fold_left ? std::vector{arrived, held}
                                                     : std::vector{held, arrived};
        take.writes = {held};
      }
      meet(false);
    }
  }
  OneSidedPlan take() && { return std::move(plan_); }

 private:
  Chunks chunks(Rank r, int slot, int count) const {
    if (slot >= schedule_.blocks) return {r, {Buffer::scratch, slot - schedule_.blocks}, count};
    return {r, {plan_.has_output_of_each() ? Buffer::output : Buffer::input, slot}, count};
  }
  Operation& push(Rank r, int threadblock, Operation operation) {
    auto& all = plan_.blocks[index(r * threadblocks_ + threadblock)].operations;
    operation.number = static_cast<int>(all.size());
    return all.emplace_back(std::move(operation));
  }
  Operation& push(Rank r, int threadblock, Kind kind, std::string name, std::vector<int> objects = {}) {
    Operation made;
    made.kind = kind;
    made.name = std::move(name);
    made.proxies.assign(kind == Kind::release ? objects.size() : 0, -1);
    made.objects = std::move(objects);
    return push(r, threadblock, std::move(made));
  }
  /// By a threadblock that is drawn.
  Operation& add(Rank r, const std::string& name) { return push(r, draw(threadblocks_), Kind::move, name); }
  int channel(Rank from, Rank to) {
    const auto [at, is_new] = channels_.try_emplace({from, to}, static_cast<int>(plan_.semaphores.size()));
    if (is_new)
      plan_.semaphores.push_back({"channel from " + std::to_string(from) + " to " + std::to_string(to), 0, true});
    return at->second;
  }
  int proxy(Rank from, Rank to) {
    const auto [at, is_new] = proxies_.try_emplace({from, to}, static_cast<int>(plan_.proxies.size()));
    if (is_new) plan_.proxies.push_back("port from " + std::to_string(from) + " to " + std::to_string(to));
    return at->second;
  }
  void meet(bool relaxed) {
    for (Rank r = 0; r < plan_.ranks; ++r) {
      gather(r);
      Operation signal, flush, wait;
      signal.kind = Kind::release;
      signal.name = "signal";
      wait.kind = Kind::acquire;
      wait.name = "wait";
      signal.relaxed = wait.relaxed = relaxed;
      for (Rank other = 0; other < plan_.ranks; ++other)
        if (other != r) {
          signal.objects.push_back(channel(r, other));
          signal.proxies.push_back(relaxed ? -1 : proxy(r, other));
          wait.objects.push_back(channel(other, r));
        }
      flush.kind = Kind::flush;
      flush.name = "flush";
      if (!relaxed) flush.objects = signal.proxies;
      for (const auto& operation : {signal, flush, wait}) push(r, 0, operation);
      push(r, 0, Kind::sync, "nop");
      go_on(r);
    }
  }
  /// The first threadblock of a rank knows that all are there.
  void gather(Rank r) {
    if (has_barriers_) return pass_barrier(r);
    for (int id = 0; id < threadblocks_; ++id) push(r, id, Kind::sync, "nop");
    for (int id = 1; id < threadblocks_; ++id) {
      push(r, id, Kind::release, "sem_release", {r * threadblocks_});
      push(r, 0, Kind::acquire, "sem_acquire", {r * threadblocks_});
    }
    push(r, 0, Kind::sync, "nop");
  }
  /// And all others know what it knows.
  void go_on(Rank r) {
    if (has_barriers_) return pass_barrier(r);
    for (int id = 1; id < threadblocks_; ++id) {
      push(r, 0, Kind::release, "sem_release", {r * threadblocks_ + id});
      push(r, id, Kind::acquire, "sem_acquire", {r * threadblocks_ + id});
      push(r, id, Kind::sync, "nop");
    }
  }
  void pass_barrier(Rank r) {
    for (int id = 0; id < threadblocks_; ++id) push(r, id, Kind::barrier, "barrier", {r});
  }

  /// Scratch does not lie behind the vector in each call: a step that goes into it is one for each slot.
  void split(Round& round) const {
    std::vector<Step> steps;
    for (const auto& s : round.steps) {
      const auto crosses = [&](int first) {
        return first < schedule_.blocks && first + s.blocks.count > schedule_.blocks;
      };
      if (!crosses(s.blocks.first) && !crosses(s.at)) {
        steps.push_back(s);
        continue;
      }
      for (int i = 0; i < s.blocks.count; ++i)
        steps.push_back({s.from, s.to, {s.blocks.first + i, 1}, s.at + i, s.action});
    }
    round.steps = std::move(steps);
  }

  Schedule schedule_;
  int threadblocks_ = 1 + draw(3);  ///< of each rank
  bool has_barriers_ = draw(2) == 0;
  OneSidedPlan plan_;
  std::map<std::pair<Rank, Rank>, int> channels_, proxies_;
};

/// Runs it over words in an order that is drawn: between two syncs of a threadblock the chunks of its moves go in any
/// order; what one thread signals and waits for, in its own. What was put to a proxy happens later, in the order in
/// which it was put. The outputs that were taken, or nothing where it does not end.
class Somehow {
 public:
  explicit Somehow(const OneSidedPlan& plan) : plan_(plan), threads_(plan.blocks.size()), queues_(plan.proxies.size()) {
    taken_.resize(index(plan.ranks));
    for (const auto& s : plan.semaphores) values_.push_back(s.initial);
    for (Rank r = 0; r < plan.ranks; ++r) {
      cells_.emplace_back(index(plan.cells()), "?");
      packets_.emplace_back(index(plan.cells()), -1);
      calls_.push_back(0);
      give(r);
    }
    for (std::size_t b = 0; b < plan.blocks.size(); ++b) start(b);
  }

  std::optional<std::vector<std::string>> run() {
    for (;;) {
      std::vector<std::function<void()>> ready;
      for (std::size_t b = 0; b < threads_.size(); ++b) add_ready(b, ready);
      for (auto& queue : queues_)
        if (!queue.empty() && queue.front().second())
          ready.emplace_back([&queue] {
            const auto task = queue.front().first;
            queue.pop_front();
            task();
          });
      if (ready.empty()) break;
      ready[index(draw(static_cast<int>(ready.size())))]();
    }
    if (std::ranges::any_of(calls_, [](int call) { return call < others::calls_of_a_plan; })) return std::nullopt;
    return taken_;
  }

 private:
  struct Task {
    std::function<bool()> may;
    std::function<void()> go;
    int thread = -1;  ///< of which thread it is, whose tasks go in order; -1: of any
  };
  struct Threads {
    int at = 0;               ///< the operation behind the last sync
    std::vector<Task> tasks;  ///< up to the next one
    bool has_come = false;    ///< to a barrier
  };

  std::string& cell(const Chunks& at, int i, int call) { return cells_[index(at.rank)][place(at, i, call)]; }
  int& packet(const Chunks& at, int i, int call) { return packets_[index(at.rank)][place(at, i, call)]; }
  std::size_t place(Chunks at, int i, int call) const {
    if (plan_.second_scratch && call % 2 == 1 && at.first.buffer == Buffer::scratch)
      at.first.buffer = Buffer::second_scratch;
    return index(plan_.cell(at.rank, at.first) + i);
  }
  void give(Rank r) {
    if (plan_.collective == Collective::bcast && r != plan_.root) return;
    for (int i = 0; i < plan_.inputs(); ++i)
      cell({r, {Buffer::input, i}, 1}, 0, 0) = "(" + std::to_string(r) + "." + std::to_string(i) + ")";
  }
  int call_of(std::size_t b) const { return calls_[index(plan_.blocks[b].rank)]; }
  const std::vector<Operation>& operations(std::size_t b) const { return plan_.blocks[b].operations; }

  /// The tasks of a threadblock up to its next sync.
  void start(std::size_t b) {
    auto& threads = threads_[b];
    const int call = call_of(b);
    for (; threads.at < static_cast<int>(operations(b).size()); ++threads.at) {
      const auto& o = operations(b)[index(threads.at)];
      if (o.kind == Kind::sync || o.kind == Kind::barrier) return;
      if (o.kind == Kind::move) {
        for (int i = 0; i < o.reads.front().chunks.count; ++i)
          if (o.proxy < 0)
            threads.tasks.push_back(
                {[=, this, &o] { return are_there(o, i, call); }, [=, this, &o] { move(o, i, call); }});
        if (o.proxy >= 0)
          threads.tasks.push_back({[] { return true; },
                                   [=, this, &o] {
                                     for (int i = 0; i < o.reads.front().chunks.count; ++i)
                                       queues_[index(o.proxy)].emplace_back(
                                           [=, this, &o] { move(o, i, call); },
                                           [=, this, &o] { return are_there(o, i, call); });
                                   },
                                   o.thread});
        continue;
      }
      for (std::size_t i = 0; i < o.objects.size(); ++i) {
        const int object = o.objects[i];
        Task task{[] { return true; }, {}, static_cast<int>(i)};
        if (o.kind == Kind::acquire) {
          task.may = [=, this] { return values_[index(object)] > 0; };
          task.go = [=, this] { --values_[index(object)]; };
        } else if (o.kind == Kind::flush) {
          task.may = [=, this] { return queues_[index(object)].empty(); };
          task.go = [] {};
        } else if (o.proxies[i] >= 0) {
          task.go = [=, this, &o] {
            queues_[index(o.proxies[i])].emplace_back([=, this] { ++values_[index(object)]; }, [] { return true; });
          };
        } else {
          task.go = [=, this] { ++values_[index(object)]; };
        }
        threads.tasks.push_back(std::move(task));
      }
    }
  }

  void add_ready(std::size_t b, std::vector<std::function<void()>>& ready) {
    auto& threads = threads_[b];
    if (call_of(b) == others::calls_of_a_plan) return;
    std::map<int, bool> is_first;
    for (std::size_t t = 0; t < threads.tasks.size(); ++t) {
      const auto& task = threads.tasks[t];
      if (task.thread >= 0 && !is_first.try_emplace(task.thread, true).second) continue;
      if (task.may())
        ready.emplace_back([&threads, t] {
          const auto go = threads.tasks[t].go;
          threads.tasks.erase(threads.tasks.begin() + static_cast<std::ptrdiff_t>(t));
          go();
        });
    }
    if (!threads.tasks.empty()) return;
    if (threads.at == static_cast<int>(operations(b).size())) {
      if (is_over(plan_.blocks[b].rank) && b == first_of(plan_.blocks[b].rank))
        ready.emplace_back([this, b] { end_call(plan_.blocks[b].rank); });
      return;
    }
    const auto& o = operations(b)[index(threads.at)];
    if (o.kind == Kind::sync) ready.emplace_back([this, b] { go_on(b); });
    if (o.kind == Kind::barrier && !threads.has_come)
      ready.emplace_back([this, &threads, barrier = o.objects.front()] {
        threads.has_come = true;
        pass(barrier);
      });
  }
  void go_on(std::size_t b) {
    ++threads_[b].at;
    start(b);
  }
  /// Those that have come to a barrier go on when all have.
  void pass(int barrier) {
    std::vector<std::size_t> there;
    for (std::size_t b = 0; b < threads_.size(); ++b)
      if (threads_[b].has_come && operations(b)[index(threads_[b].at)].objects.front() == barrier) there.push_back(b);
    if (static_cast<int>(there.size()) < plan_.barriers[index(barrier)].members) return;
    for (const auto b : there) {
      threads_[b].has_come = false;
      go_on(b);
    }
  }

  std::size_t first_of(Rank r) const {
    for (std::size_t b = 0; b < plan_.blocks.size(); ++b)
      if (plan_.blocks[b].rank == r) return b;
    return 0;
  }
  bool is_over(Rank r) const {
    for (std::size_t b = 0; b < plan_.blocks.size(); ++b)
      if (plan_.blocks[b].rank == r &&
          (!threads_[b].tasks.empty() || threads_[b].at < static_cast<int>(operations(b).size())))
        return false;
    return true;
  }
  void end_call(Rank r) {
    for (int o = 0; o < plan_.outputs(); ++o) {
      if (plan_.collective != Collective::reduce || r == plan_.root)
        taken_[index(r)] += cell({r, {Buffer::output, o}, 1}, 0, 0) + " ";
    }
    if (++calls_[index(r)] == others::calls_of_a_plan) return;
    give(r);
    for (std::size_t b = 0; b < plan_.blocks.size(); ++b)
      if (plan_.blocks[b].rank == r) {
        threads_[b].at = 0;
        start(b);
      }
  }

  bool are_there(const Operation& o, int i, int call) {
    return std::ranges::all_of(o.reads, [&](const others::Region& region) {
      return region.form != Form::packets || packet(region.chunks, i, call) == call;
    });
  }
  void move(const Operation& o, int i, int call) {
    std::string value;
    for (const auto& region : o.reads) value += cell(region.chunks, i, call);
    for (const auto& region : o.writes) {
      cell(region.chunks, i, call) = value;
      packet(region.chunks, i, call) = region.form == Form::data ? -1 : call;
    }
  }

  const OneSidedPlan& plan_;
  std::vector<std::vector<std::string>> cells_;
  std::vector<std::vector<int>> packets_;
  std::vector<int> calls_, values_;
  std::vector<Threads> threads_;
  using Queued = std::pair<std::function<void()>, std::function<bool()>>;
  std::vector<std::deque<Queued>> queues_;
  std::vector<std::string> taken_;  ///< of each rank, in all calls
};

struct Drawn {
  OneSidedPlan plan;
  Schedule schedule;
};

Drawn draw_plan() {
  const auto [schedule, collective, root] = draw_schedule(4);
  return {OneSidedOf(schedule, collective, root).take(), schedule};
}

TEST_CASE("a plan that puts what a schedule sends is judged as the schedule is") { is_judged_alike(draw_plan); }

/// Leaves an operation out, or makes it weaker.
void damage(OneSidedPlan& plan) {
  auto& block = plan.blocks[index(draw(static_cast<int>(plan.blocks.size())))];
  if (block.operations.empty()) return;
  const int at = draw(static_cast<int>(block.operations.size()));
  auto& o = block.operations[index(at)];
  switch (draw(7)) {
    case 0:
      if (o.kind == Kind::sync) block.operations.erase(block.operations.begin() + at);
      break;
    case 1:  // both ends of a channel do without each other once
      if (o.kind == Kind::release && !o.objects.empty()) {
        const int channel = o.objects.back();
        o.objects.pop_back();
        o.proxies.pop_back();
        for (auto& other : plan.blocks)
          for (auto& wait : other.operations)
            if (wait.kind == Kind::acquire)
              if (const auto found = std::ranges::find(wait.objects, channel); found != wait.objects.end()) {
                wait.objects.erase(found);
                return;
              }
      }
      break;
    case 2: plan.second_scratch = false; break;
    case 5:  // the threadblocks of a rank do without a barrier once
      if (o.kind == Kind::barrier) {
        const auto barrier = o.objects.front();
        const auto is_it = [&](const Operation& other) {
          return other.kind == Kind::barrier && other.objects.front() == barrier;
        };
        for (auto& other : plan.blocks)
          if (const auto found = std::ranges::find_if(other.operations, is_it); found != other.operations.end())
            other.operations.erase(found);
      }
      break;
    case 3:
      if (o.kind == Kind::release) std::ranges::fill(o.proxies, -1);
      break;
    case 4:
      if (at > 0) std::swap(o, block.operations[index(at - 1)]);
      break;
    default:
      if (o.kind == Kind::move && o.reads.front().form == Form::data)
        o.reads.front().chunks.first.number = draw(o.reads.front().chunks.first.number + 1);
  }
}

TEST_CASE("a plan that is not refuted ends alike in whatever order its threads go, in each of several calls") {
  int held = 0, refuted = 0;
  property(
      "what is damaged is refuted, or goes right in any order",
      [&] {
        auto [plan, schedule] = draw_plan();
        const auto before = Prover::prove(schedule, plan.collective, plan.root);
        if (const auto* wrong = std::get_if<Refuted>(&before)) RC_PRE(wrong->counterexample.fault > Fault::race);
        for (int changes = 1 + draw(2); changes > 0; --changes) damage(plan);
        const auto verdict = check_plan(plan);
        RC_LOG() << told(verdict);
        if (verdict.refuted) {
          ++refuted;
          return;
        }
        ++held;
        const auto first = Somehow(plan).run();
        RC_ASSERT(first.has_value());
        for (int again = 0; again < 3; ++again) RC_ASSERT(Somehow(plan).run() == first);
      },
      300, [&] { return held > 10 && refuted > 30; });
}

}  // namespace
}  // namespace tutti
