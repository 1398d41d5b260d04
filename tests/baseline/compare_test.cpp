// Compiled with -O1, since it compares many recordings.
// Recordings of made-up machines with changes that are known: each of them is named, and nothing else.
#include "verified/baseline/compare.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "tests/baseline/machine.hpp"
#include "tests/support/property.hpp"

namespace tutti::baseline {
namespace {

using Place = std::tuple<What, Procedure, int>;  ///< and on how many ranks

std::set<Place> places(const std::vector<Change>& changes) {
  std::set<Place> all;
  for (const auto& c : changes) all.insert({c.what, c.procedure, c.ranks});
  return all;
}

bool one_says(const std::vector<Undecided>& all, const std::string& what) {
  return std::ranges::any_of(all, [&](const auto& u) { return u.why.find(what) != std::string::npos; });
}

Procedure draw_procedure(bool combines) {
  for (;;) {
    const auto all = usual_procedures();
    const auto p = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
    if (p != Procedure::barrier && (!combines || conform::combines(p))) return p;
  }
}

TEST_CASE("a recording held against itself, or against another of the same machine, is the same") {
  const auto r = record({});
  const auto itself = compare(r, r, {});
  CHECK(itself.changes.empty());
  CHECK(itself.better.empty());
  CHECK(itself.undecided.empty());
  CHECK(itself.results.common == r.results.size());
  CHECK(itself.times.common == r.times.size());
  CHECK(itself.environment.empty());
  const auto again = compare(r, record({.seed = 2}), {});
  CHECK(again.changes.empty());
  CHECK(again.undecided.empty());
}

TEST_CASE("changes that are drawn are named, each with its collective, ranks and size, and nothing else is") {
  property(
      "trees, bits and times",
      [] {
        MadeUpMachine after{.seed = 2};
        std::set<Place> due;
        const auto treed = draw_procedure(true), bitten = draw_procedure(false), slowed = draw_procedure(false);
        const int treed_on = draw(2) ? 2 : 4, bitten_on = draw(2) ? 2 : 4, kinds = draw(8);
        const MadeUpMachine before;
        after.digest = [=](const Case& c) {
          const bool is_bitten = (kinds & 2) && c.procedure == bitten && c.ranks == bitten_on && c.in_place;
          return print(c) + (is_bitten ? " now" : "");
        };
        after.change = [=](const Case& c) {
          return (kinds & 1) && c.procedure == treed && c.ranks == treed_on ? 100 : 256;
        };
        const double factor = 1.5 + draw(100) / 50.0;
        after.slower = [=](const Case& c) { return (kinds & 4) && c.procedure == slowed ? factor : 1.0; };
        if (kinds & 1) due.insert({What::tree, treed, treed_on});
        if ((kinds & 2) && bitten != Procedure::bcast) due.insert({What::bits, bitten, bitten_on});
        if (kinds & 4) due.insert({What::time, slowed, 2});

        const auto found = compare(record(before), record(after), {});
        RC_ASSERT(found.undecided.empty());
        RC_ASSERT(found.better.empty());
        auto others = found.changes;
        std::erase_if(others, [&](const Change& c) { return c.what == What::guideline && c.procedure == slowed; });
        RC_ASSERT(places(others) == due);
        for (const auto& c : others) {
          if (c.what == What::tree) RC_ASSERT(c.bytes == 100 * bytes_of({.procedure = treed, .ranks = treed_on}));
          if (c.what != What::time) continue;
          RC_ASSERT(c.ratio->interval.low < factor * 1.05);
          RC_ASSERT(c.ratio->interval.high > factor / 1.05);
        }
        // What is slower is faster the other way round.
        const auto back = compare(record(after), record(before), {});
        std::set<Place> faster;
        for (const auto& place : places(back.better))
          if (std::get<What>(place) == What::time) faster.insert(place);
        RC_ASSERT(faster == ((kinds & 4) ? std::set<Place>{{What::time, slowed, 2}} : std::set<Place>{}));
      },
      12);
}

TEST_CASE("a changed tree says from which size on, to which, and the setting that the MPI names there") {
  MadeUpMachine after;
  after.change = [](const Case&) { return 33; };
  after.cut_offs = {{"MPI_X_LIMIT", 256}, {"MPI_Y_LIMIT", 300}};
  const auto found = compare(record({}), record(after), {.times = false}).changes;
  const auto change = std::ranges::find_if(found, [](const Change& c) {
    return c.what == What::tree && c.procedure == Procedure::allreduce && c.ranks == 2;
  });
  REQUIRE(change != found.end());
  CHECK(change->bytes == 33 * 8);
  CHECK(change->last_bytes == 255 * 8);
  CHECK(change->about == "MPI_X_LIMIT is 256");
  CHECK(change->from == "(0·1) at ranks 0,1");
  CHECK(change->to == "(1·0) at ranks 0,1");
}

TEST_CASE("of trees that both have, sizes that only one has are told, and so are timed calls with too few launches") {
  const auto before = record({});
  auto after = before;
  auto& segments = after.trees.front().segments;
  segments.front().first += 2;
  const auto shorter = compare(before, after, {.times = false});
  CHECK(shorter.changes.empty());
  CHECK(shorter.trees.common == before.trees.size());
  CHECK(shorter.trees.only_old == std::vector{key_of_chain(before.trees.front()) + " of some sizes"});
  CHECK(shorter.trees.only_new.empty());

  after = before;
  const auto timed = std::ranges::find(after.times, false, &TimeCell::control);
  REQUIRE(timed != after.times.end());
  for (std::size_t i = 2; i < timed->launches.size(); ++i) timed->launches[i].reset();
  const auto fewer = compare(before, after, {});
  CHECK(fewer.times.common + 1 == before.times.size());
  CHECK(fewer.times.only_old == std::vector{print(timed->which) + " in launches enough"});
  timed->launches.assign(timed->launches.size(), std::nullopt);
  CHECK(compare(before, after, {}).times.common + 1 == before.times.size());
}

TEST_CASE("a tree that changes explains no bits by itself: of integers, nor of sums that nobody made again by it") {
  const auto before = record({});
  MadeUpMachine machine;
  machine.change = [](const Case&) { return 1; };
  auto after = record(machine);
  auto of = [&](const char* load) -> Result& {
    return *std::ranges::find_if(after.results, [&](const Result& r) {
      return r.which.procedure == Procedure::allreduce && r.which.load == load && r.which.ranks == 2;
    });
  };
  const auto bits_changed = [&] {
    return std::ranges::count(compare(before, after, {.times = false}).changes, What::bits, &Change::what);
  };
  CHECK(bits_changed() == 0);
  for (auto& rank : of("sum/double").ranks) rank.different = {digest_of("other")};
  CHECK(bits_changed() == 1);
  CHECK(compare(before, after, {.times = false}).explained_results == 0);
  for (auto& rank : of("sum/int").ranks) rank.different = {digest_of("wrong")};
  of("sum/double").ranks[1].different.push_back(digest_of("third"));
  CHECK(bits_changed() == 2);
  const auto found = compare(before, after, {.times = false}).changes;
  CHECK(std::ranges::any_of(found, [](const Change& c) {
    return c.about == "sum/double" &&
           c.to.find("not the same in each call, not the same at all ranks") != std::string::npos;
  }));
}

TEST_CASE("what only one recording has is said, and grids that differ are compared where they meet") {
  const auto before = record({});
  auto grid = small_grid();
  grid.bytes = {8, 512, 8 << 10, 1024};
  const auto found = compare(before, record({.seed = 3}, grid), {});
  CHECK(found.changes.empty());
  CHECK(found.undecided.empty());
  CHECK(found.results.common > 0);
  CHECK(found.results.only_old.size() + found.results.common == before.results.size());
  CHECK_FALSE(found.times.only_new.empty());
  grid.ranks = {3};
  const auto apart = compare(before, record({}, grid), {.times = false});
  CHECK(one_says(apart.undecided, "no cell in common"));
}

TEST_CASE("less than half of what either recording has, of any kind, is not enough to be the same") {
  const auto all = record({});
  property(
      "a recording of which some results, trees and times are left",
      [&] {
        auto some = all;
        const auto leave = [](auto& cells) {
          const auto n = cells.size();
          const auto left = static_cast<std::size_t>(draw(static_cast<int>(n)));
          cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(left), cells.end());
          return 2 * left >= n;
        };
        const int kind = draw(3);
        const bool is_enough = kind == 0 ? leave(some.results) : kind == 1 ? leave(some.trees) : leave(some.times);
        for (const auto& found : {compare(all, some, {}), compare(some, all, {})}) {
          RC_ASSERT(found.changes.empty());
          RC_ASSERT(found.undecided.empty() == is_enough);
          constexpr std::array kinds{What::bits, What::tree, What::time};
          if (!is_enough) RC_ASSERT(found.undecided.front().what == kinds[static_cast<std::size_t>(kind)]);
        }
      },
      60);
}

TEST_CASE("a case that was recorded once and fails now has changed, and one that never was has not") {
  const auto before = record({});
  auto after = before;
  const auto lost = after.results.front();
  after.results.erase(after.results.begin());
  after.missing.push_back({lost.which, "crash: …"});
  const auto found = compare(before, after, {.times = false});
  REQUIRE(found.changes.size() == 1);
  CHECK(found.changes.front().to == "crash: …");
  CHECK(compare(after, after, {.times = false}).changes.empty());
  auto which = before.trees.front().which;
  which.count = 100;
  after.missing.back().which = which;
  CHECK(places(compare(before, after, {.times = false}).changes) == std::set<Place>{{What::tree, which.procedure, 2}});
  which.count = before.trees.front().segments.back().last + 1;
  after.missing.back().which = which;
  CHECK(compare(before, after, {.times = false}).changes.empty());
}

TEST_CASE("what neither record has for a fault, and what was not run, is undecided") {
  auto before = record({});
  const auto lost = before.results.front();
  auto after = before;
  after.results.erase(after.results.begin());
  after.missing.push_back({lost.which, "not run: cases like it have ended the launch before", false});
  const auto not_run = compare(before, after, {.times = false});
  CHECK(not_run.changes.empty());
  CHECK(one_says(not_run.undecided, "was not recorded: not run"));
  before.results.clear();
  for (const auto& r : std::exchange(after.results, {})) after.missing.push_back({r.which, "crash"});
  before.missing = after.missing;
  const auto in_neither = compare(before, after, {.times = false});
  CHECK(in_neither.changes.empty());
  CHECK(one_says(in_neither.undecided, std::to_string(after.missing.size()) + " calls could be recorded in neither"));
}

TEST_CASE("a call that could not be timed leaves times undecided, and is no change") {
  const auto before = record({});
  auto after = before;
  after.missing.push_back({after.times.front().which, "late"});
  after.times.erase(after.times.begin());
  const auto found = compare(before, after, {});
  CHECK(found.changes.empty());
  CHECK(one_says(found.undecided, "was not timed: late"));
  CHECK(compare(before, after, {.times = false}).undecided.empty());
}

TEST_CASE("trees that change more often than was looked for are no pass") {
  const auto before = record({});
  auto after = before;
  after.trees.front().complete = false;
  CHECK(compare(before, after, {.times = false}).changes.empty());
  CHECK(one_says(compare(before, after, {.times = false}).undecided, "change more often than was looked for"));
}

TEST_CASE("variables and machines that differ are told") {
  auto after = record({});
  after.environment.variables["UCX_TLS"] = "tcp";
  after.environment.kernel = "Linux 7";
  const auto found = compare(record({}), after, {.times = false}).environment;
  CHECK(found == std::vector<std::string>{"kernel: Linux 7, was Linux", "UCX_TLS: tcp, was not set"});
}

TEST_CASE("where launches of a recording differ among themselves there is no verdict on times, and the load is named") {
  for (const MadeUpMachine& noisy :
       {MadeUpMachine{.noise = 0.4}, MadeUpMachine{.drift = 1}, MadeUpMachine{.control = 1.5}}) {
    auto recording = record(noisy);
    recording.environment.load_before = 9.5;
    const auto found = compare(record({}), recording, {});
    CHECK(one_says(found.undecided, "the second recording is noisy"));
    CHECK(one_says(found.undecided, "the load was 9.5 before"));
    CHECK(found.changes.empty());
    CHECK(one_says(compare(recording, record({}), {}).undecided, "the first recording is noisy"));
    CHECK(compare(record({}), recording, {.times = false}).undecided.empty());
  }
  CHECK(compare(record({}), record({.noise = 0.4}), {.factor = 20}).undecided.empty());
}

TEST_CASE("too few launches are no verdict, and neither are none") {
  CHECK(one_says(compare(record({.launches = 4}), record({.launches = 4}), {}).undecided, "too few"));
  auto without = record({});
  without.launches = 0;
  without.times.clear();
  CHECK(one_says(compare(record({}), without, {}).undecided, "the second recording has no times"));
}

TEST_CASE("by chance nothing is slower in more than one pair of recordings in twenty, whatever the noise") {
  constexpr int tries = 40;
  for (const MadeUpMachine& kind :
       {MadeUpMachine{.noise = 0.05}, MadeUpMachine{.noise = 0.1, .tail = 0.1},
        MadeUpMachine{.noise = 0.1, .drift = 0.15, .tail = 0.05}, MadeUpMachine{.noise = 0.3, .tail = 0.2}}) {
    int alarmed = 0;
    for (int i = 0; i < tries; ++i) {
      auto machine = kind;
      machine.seed = static_cast<std::uint64_t>(2 * i + 1);
      const auto before =
          record(machine, {{Procedure::allreduce, Procedure::bcast, Procedure::alltoall}, {2}, {8, 512, 8192}});
      machine.seed += 1;
      const auto after =
          record(machine, {{Procedure::allreduce, Procedure::bcast, Procedure::alltoall}, {2}, {8, 512, 8192}});
      alarmed += !compare(before, after, {}).changes.empty();
    }
    CHECK(alarmed <= tries / 20);
  }
}

TEST_CASE("a call that takes half as long again is found nearly always, under noise of a twentieth with outliers") {
  constexpr int tries = 30;
  int found = 0;
  const Grid grid{{Procedure::allreduce, Procedure::bcast, Procedure::alltoall}, {2}, {8, 512, 8192}};
  for (int i = 0; i < tries; ++i) {
    MadeUpMachine machine{.seed = static_cast<std::uint64_t>(2 * i + 1), .noise = 0.05, .tail = 0.05};
    const auto before = record(machine, grid);
    machine.seed += 1;
    machine.slower = [](const Case& c) { return c.procedure == Procedure::bcast && bytes_of(c) == 512 ? 1.5 : 1.0; };
    found += places(compare(before, record(machine, grid), {}).changes).contains({What::time, Procedure::bcast, 2});
  }
  CHECK(found >= tries * 9 / 10);
}

TEST_CASE("a guideline that is violated now is named with its two sides, and one that was violated already is not") {
  MadeUpMachine slow;
  slow.slower = [](const Case& c) { return c.procedure == Procedure::allreduce ? 4.0 : 1.0; };
  const auto found = compare(record({}), record(slow), {}).changes;
  const auto names = [](const std::vector<Change>& changes) {
    std::set<std::string> all;
    for (const auto& c : changes)
      if (c.what == What::guideline) all.insert(c.about);
    return all;
  };
  CHECK(names(found) == std::set<std::string>{"allreduce <= reduce + bcast", "allreduce <= scan + bcast",
                                              "allreduce <= reduce_scatter_block + allgather"});
  auto slow_again = slow;
  slow_again.seed = 7;
  CHECK(names(compare(record(slow), record(slow_again), {}).changes).empty());
  CHECK(names(compare(record(slow), record({}), {}).better) == names(found));

  MadeUpMachine dented;  // one size that takes longer than the next, and than twice the one before
  dented.slower = [](const Case& c) { return c.procedure == Procedure::bcast && bytes_of(c) == 8192 ? 50.0 : 1.0; };
  CHECK(names(compare(record({}), record(dented), {}).changes).contains("monotony: bcast <= bcast of the next size"));
  dented.slower = [](const Case& c) { return c.procedure == Procedure::scan && bytes_of(c) == 65536 ? 50.0 : 1.0; };
  CHECK(names(compare(record({}), record(dented), {}).changes).contains("splitting: scan <= 8 of the size before"));
}

}  // namespace
}  // namespace tutti::baseline
