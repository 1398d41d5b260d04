// The executor's plans without MPI: all ranks in one process, messages delivered at any time between post and wait.
#include "verified/run/plan.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>

#include "tests/all_cases.hpp"
#include "tests/property.hpp"
#include "verified/check/progress.hpp"
#include "verified/check/prove.hpp"

namespace tutti {
namespace {

/// The memory of one rank. Every element is a word, "?" where nothing was ever written.
struct Memory {
  std::array<std::vector<std::string>, areas> area;
  bool in_place;

  std::vector<std::string>& of(Area a) {
    return area[static_cast<std::size_t>(in_place && a == Area::input ? Area::output : a)];
  }
  std::string& at(const Place& p, std::int64_t i) { return of(p.area).at(static_cast<std::size_t>(p.at + i)); }
};

struct Posted {
  Rank rank;
  const Transfer* transfer;
};

/// Runs the plans of all ranks; `random` decides who goes on and which message is delivered.
class Simulation {
 public:
  Simulation(std::vector<Plan> plans, std::vector<Memory>& memory, std::uint64_t seed)
      : plans_(std::move(plans)),
        memory_(memory),
        random_(seed),
        phase_(plans_.size(), 0),
        posted_(plans_.size(), false) {
    for (const auto& plan : plans_) done_.emplace_back(static_cast<std::size_t>(plan.requests), false);
  }

  /// False where some rank waits for ever.
  bool run() {
    for (;;) {
      std::vector<Rank> able;
      bool finished = true;
      for (Rank r = 0; r < static_cast<Rank>(plans_.size()); ++r) {
        if (at_end(r)) continue;
        finished = false;
        if (!posted_[index(r)] || waits_no_more(r)) able.push_back(r);
      }
      if (finished) return true;
      const auto matches = matched();
      if (able.empty() && matches.empty()) return false;
      if (matches.empty() || (!able.empty() && random_() % 2 == 0))
        go_on(able[random_() % able.size()]);
      else
        deliver(matches[random_() % matches.size()]);
    }
  }

 private:
  using Channel = std::tuple<Rank, Rank, int>;  // from, to, tag: FIFO
  static std::size_t index(Rank r) { return static_cast<std::size_t>(r); }
  bool at_end(Rank r) const { return phase_[index(r)] == plans_[index(r)].phases.size(); }
  const Phase& phase(Rank r) const { return plans_[index(r)].phases[phase_[index(r)]]; }

  bool waits_no_more(Rank r) const {
    const auto& p = phase(r);
    for (int i = 0; i < p.requests; ++i)
      if (!done_[index(r)][static_cast<std::size_t>(p.first_request + i)]) return false;
    return true;
  }

  void go_on(Rank r) {
    const auto& p = phase(r);
    if (posted_[index(r)]) {
      work(r, p.work);
      ++phase_[index(r)];
      posted_[index(r)] = false;
      return;
    }
    work(r, p.pack);
    for (const auto* receives : {&p.receives, &p.early_receives})
      for (const auto& t : *receives) receives_[{t.peer, r, t.tag}].push_back({r, &t});
    for (const auto& t : p.sends) sends_[{r, t.peer, t.tag}].push_back({r, &t});
    posted_[index(r)] = true;
  }

  void work(Rank r, const std::vector<Work>& works) {
    auto& m = memory_[index(r)];
    for (const auto& w : works)
      for (std::int64_t i = 0; i < w.elements; ++i)
        m.at(w.to, i) = w.fold ? m.at(w.left, i) + m.at(w.right, i) : m.at(w.left, i);
  }

  std::vector<Channel> matched() const {
    std::vector<Channel> all;
    for (const auto& [channel, sends] : sends_)
      if (const auto receives = receives_.find(channel);
          !sends.empty() && receives != receives_.end() && !receives->second.empty())
        all.push_back(channel);
    return all;
  }

  void deliver(const Channel& channel) {
    const auto send = sends_[channel].front(), receive = receives_[channel].front();
    sends_[channel].erase(sends_[channel].begin());
    receives_[channel].erase(receives_[channel].begin());
    REQUIRE(send.transfer->elements == receive.transfer->elements);
    for (std::int64_t i = 0; i < send.transfer->elements; ++i)
      memory_[index(receive.rank)].at(receive.transfer->place, i) =
          memory_[index(send.rank)].at(send.transfer->place, i);
    for (const auto& end : {send, receive})
      done_[index(end.rank)][static_cast<std::size_t>(end.transfer->request)] = true;
  }

  std::vector<Plan> plans_;
  std::vector<Memory>& memory_;
  std::mt19937_64 random_;
  std::vector<std::size_t> phase_;
  std::vector<bool> posted_;
  std::vector<std::vector<bool>> done_;
  std::map<Channel, std::vector<Posted>> sends_, receives_;
};

std::string letter(Rank r, std::int64_t element) { return std::to_string(r) + ":" + std::to_string(element) + " "; }

Memory memory_for(const Plan& plan, Rank r, bool in_place) {
  Memory m;
  m.in_place = in_place;
  for (std::size_t a = 0; a < areas; ++a) m.area[a].assign(static_cast<std::size_t>(plan.elements[a]), "?");
  for (std::int64_t i = 0; i < plan.elements[static_cast<std::size_t>(Area::input)]; ++i)
    m.at({Area::input, 0}, i) = letter(r, i);
  return m;
}

struct Run {
  const Algorithm* algorithm;
  int ranks;
  Rank root;
  Partition partition;
  bool in_place;
  std::uint64_t seed;
};

bool has_result(const Run& run, Rank r) {
  return row(run.algorithm->collective).result != Result::at_root || r == run.root;
}

Partition partition_for(const Algorithm& a, int ranks, Rank root, std::int64_t n, std::vector<int> counts) {
  counts.resize(static_cast<std::size_t>(ranks), 0);
  return row(a.collective).result == Result::own_block ? Partition::of_counts(counts)
                                                       : Partition::equal(n, a.make({ranks, root}).blocks);
}

/// The words of rank 0 to p-1 for element i, in rank order or, where the proof asks for a commutative operator, sorted.
std::string normal(std::string word, bool commutes) {
  if (!commutes) return word;
  std::vector<std::string> letters;
  for (std::size_t at = 0; at < word.size();) {
    const auto end = word.find(' ', at) + 1;
    letters.push_back(word.substr(at, end - at));
    at = end;
  }
  std::ranges::sort(letters);
  std::string sorted;
  for (const auto& l : letters) sorted += l;
  return sorted;
}

/// What went wrong, or "".
std::string simulate(const Run& run) {
  std::vector<Plan> plans;
  std::vector<Memory> memory;
  Needs needs;
  for (Rank r = 0; r < run.ranks; ++r) {
    const auto verdict = Prover::prove(*run.algorithm, {run.ranks, run.root, r});
    const auto& proved = std::get<Proved>(verdict);
    needs = proved.needs();
    const bool in_place = run.in_place && has_result(run, r);
    plans.push_back(plan(proved, r, run.partition, in_place));
    memory.push_back(memory_for(plans.back(), r, in_place));
  }
  if (!Simulation(plans, memory, run.seed).run()) return "some rank waits for ever";
  for (Rank r = 0; r < run.ranks; ++r) {
    auto& m = memory[static_cast<std::size_t>(r)];
    for (std::int64_t i = 0; !m.in_place && i < run.partition.elements(); ++i)
      if (m.at({Area::input, 0}, i) != letter(r, i)) return "rank " + std::to_string(r) + " wrote to its send buffer";
    if (!has_result(run, r)) continue;
    const bool own = row(run.algorithm->collective).result == Result::own_block;
    const auto first = own ? run.partition.offset(r) : 0, n = own ? run.partition.size(r) : run.partition.elements();
    for (std::int64_t i = 0; i < n; ++i) {
      std::string due;
      for (Rank x = 0; x < run.ranks; ++x) due += letter(x, first + i);
      const auto& found = m.at({Area::output, 0}, i);
      if (normal(found, needs.commutative) != normal(due, needs.commutative))
        return "rank " + std::to_string(r) + ", element " + std::to_string(i) + ": " + found;
    }
  }
  return "";
}

TEST_CASE("the plans of all ranks together compute the words that are due, whatever the counts and the delivery") {
  for (const auto& a : algorithms())
    property(a.name.c_str(), [&a] {
      const int wanted = 1 + draw(17);
      const int ranks = holds(a.supports, wanted) ? wanted : floor2(wanted);
      const Rank root = row(a.collective).rooted() ? draw(ranks) : 0;
      const auto n = std::int64_t{draw(3 * ranks + 2)};
      std::vector<int> counts;
      for (Rank r = 0; r < ranks; ++r) counts.push_back(draw(4));
      const Run run{&a,
                    ranks,
                    root,
                    partition_for(a, ranks, root, n, counts),
                    *rc::gen::arbitrary<bool>(),
                    *rc::gen::arbitrary<std::uint64_t>()};
      const auto wrong = simulate(run);
      RC_LOG() << "p = " << ranks << ", root " << root << ", n = " << n << ", in place " << run.in_place << ": "
               << wrong << '\n';
      RC_ASSERT(wrong.empty());
    });
}

TEST_CASE("every small p, root and count") {
  for_all(6, [](const Algorithm& a, const Group& g) {
    for (int n = 0; n <= 2 * g.ranks + 1; ++n) {
      std::vector<int> counts(static_cast<std::size_t>(g.ranks));
      for (int i = 0; i < n; ++i) ++counts[static_cast<std::size_t>(i * 7 % g.ranks)];
      const Run run{&a, g.ranks, g.root, partition_for(a, g.ranks, g.root, n, counts), n % 2 == 1, 1};
      CHECK_MESSAGE(simulate(run) == "", a.name, " p ", g.ranks, " root ", g.root, " n ", n);
    }
  });
}

TEST_CASE("a plan that ignores a message of the schedule is found out by the simulation") {
  const auto& a = *find_algorithm("allreduce/recursive_doubling");
  const Run run{&a, 2, 0, Partition::equal(4, 1), false, 1};
  std::vector<Plan> plans;
  std::vector<Memory> memory;
  for (Rank r = 0; r < 2; ++r) {
    const auto verdict = Prover::prove(a, {2, 0, r});
    plans.push_back(plan(std::get<Proved>(verdict), r, run.partition, false));
    memory.push_back(memory_for(plans.back(), r, false));
  }
  plans[1].phases.front().sends.clear();
  CHECK_FALSE(Simulation(plans, memory, 1).run());
}

TEST_CASE("a plan that writes to the send buffer or reaches outside a buffer is found out before it runs") {
  const auto& a = *find_algorithm("allreduce/halving_doubling");
  const Plan good = plan(a.make({4}), a.collective, 0, 1, Partition::equal(10, 4), false);
  CHECK_FALSE(find_forbidden_access(good));
  const auto with = [&](auto change) {
    Plan changed = good;
    change(changed);
    return find_forbidden_access(changed).value_or("");
  };
  CHECK(with([](Plan& p) { p.phases[0].receives[0].place = {Area::input, 0}; }) == "writes to the input, element 0");
  CHECK(with([](Plan& p) { p.phases[0].work[0].to.area = Area::input; }).starts_with("writes to the input"));
  CHECK(with([](Plan& p) {
          ++p.phases[0].sends[0].elements;
          p.phases[0].sends[0].place.at = 5;
        }) == "reaches elements 5 to 12 of an area of 10");
  CHECK(with([](Plan& p) { p.phases[1].work[0].left.at = -1; }).starts_with("reaches elements -1"));
}

TEST_CASE("what replaces a block does not land while the phase before still sends that block") {
  Schedule schedule;
  schedule.ranks = 3;
  schedule.blocks = 1;
  schedule.rounds = {{"", {{1, 0, {0, 1}, 0, Action::fold_right}}},
                     {"", {{0, 1, {0, 1}, 0, Action::replace}}},
                     {"", {{2, 0, {0, 1}, 0, Action::replace}}}};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<Plan> plans;
    std::vector<Memory> memory(3);
    for (Rank r = 0; r < 3; ++r) {
      plans.push_back(plan(schedule, Collective::allreduce, 0, r, Partition::equal(1, 1), false));
      memory[static_cast<std::size_t>(r)] = memory_for(plans.back(), r, false);
    }
    REQUIRE(Simulation(plans, memory, seed).run());
    CHECK(memory[1].at({Area::output, 0}, 0) == letter(0, 0) + letter(1, 0));
    CHECK(memory[0].at({Area::output, 0}, 0) == letter(2, 0));
  }
}

TEST_CASE("the phases of the plans are the phases that are proved free of deadlock") {
  for (const auto& a : algorithms())
    for (int p : {1, 2, 3, 4, 5, 7, 8, 13}) {
      if (!holds(a.supports, p)) continue;
      const auto schedule = a.make({p, p - 1});
      const auto programs = programs_of(schedule);
      for (Rank r = 0; r < p; ++r) {
        std::vector<int> due, found;
        for (const auto& post : programs.of(r)) due.push_back(post.phase);
        const auto made =
            plan(schedule, a.collective, p - 1, r, Partition::equal(10 * schedule.blocks, schedule.blocks), false);
        for (std::size_t k = 0; k < made.phases.size(); ++k) {
          for (const auto* early :
               {k > 0 ? &made.phases[k - 1].early_receives : nullptr, &made.phases[k].receives, &made.phases[k].sends})
            for (std::size_t i = 0; early && i < early->size(); ++i) found.push_back((*early)[i].tag);
        }
        CHECK_MESSAGE(found == due, a.name, " p ", p, " rank ", r);
      }
    }
}

TEST_CASE("equal blocks tile the vector in order and differ by at most one element") {
  for (std::int64_t n = 0; n <= 200; ++n)
    for (int blocks = 1; blocks <= 40; ++blocks) {
      const auto p = Partition::equal(n, blocks);
      CHECK(p.offset(0) == 0);
      CHECK(p.elements() == n);
      for (int b = 0; b < blocks; ++b) CHECK((p.size(b) == n / blocks || p.size(b) == (n + blocks - 1) / blocks));
    }
}

TEST_CASE("blocks of any count up to 2^63 - 1 tile the vector without overflow") {
  property("equal blocks of huge vectors", [] {
    const auto n = *rc::gen::inRange<std::int64_t>(0, INT64_MAX);
    const int blocks = *rc::gen::inRange(1, 5000);
    const auto p = Partition::equal(n, blocks);
    RC_ASSERT(p.elements() == n);
    for (int b = 0; b < blocks; ++b) RC_ASSERT(p.size(b) == n / blocks || p.size(b) == n / blocks + 1);
  });
  CHECK(Partition::equal(INT64_MAX, 3).elements() == INT64_MAX);
}

}  // namespace
}  // namespace tutti
