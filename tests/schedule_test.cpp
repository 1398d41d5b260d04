// The schedule language: what holds for every schedule of every algorithm.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "reference/model.hpp"
#include "tests/all_cases.hpp"
#include "tests/property.hpp"
#include "verified/algorithms/phases.hpp"
#include "verified/run/interpret.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

/// The messages of one round in which `rank` has a share, each with its steps: in order for each sender and receiver.
/// The order among different pairs of ranks is free, since all steps of a round read the state from before it.
std::map<std::pair<Rank, Rank>, std::vector<std::vector<Step>>> messages(const Round& round, Rank rank) {
  std::map<std::pair<Rank, Rank>, std::vector<std::vector<Step>>> found;
  for_each_message(round, [&](std::span<const Step> steps) {
    const auto& s = steps.front();
    if (s.from == rank || s.to == rank) found[{s.from, s.to}].emplace_back(steps.begin(), steps.end());
  });
  return found;
}

/// The schedule built for `rank` alone is what the full one says of it.
bool is_projection(const Schedule& alone, const Schedule& full, Rank rank) {
  if (alone.ranks != full.ranks || alone.blocks != full.blocks || alone.extra != full.extra) return false;
  if (full.extra > 0 &&
      alone.scratch.at(static_cast<std::size_t>(rank)) != full.scratch.at(static_cast<std::size_t>(rank)))
    return false;
  return std::ranges::equal(alone.rounds, full.rounds, [&](const Round& a, const Round& f) {
    const bool only_mine = std::ranges::all_of(a.steps, [&](const Step& s) { return s.from == rank || s.to == rank; });
    return only_mine && messages(a, rank) == messages(f, rank);
  });
}

TEST_CASE("a schedule built for one rank is the projection of the full one, round by round, for all p up to 9") {
  for_all(9, [](const Algorithm& algorithm, const Group& g) {
    CAPTURE(algorithm.name);
    CAPTURE(g.ranks);
    CAPTURE(g.root);
    const auto full = algorithm.schedule(g);
    for (Rank rank = 0; rank < g.ranks; ++rank) {
      CAPTURE(rank);
      CHECK(is_projection(algorithm.schedule({g.ranks, g.root, rank}), full, rank));
    }
  });
}

TEST_CASE("a schedule built for one rank is the projection of the full one, for random p up to 70") {
  for (const auto& algorithm : algorithms())
    property("projections of " + algorithm.name, [&] {
      const int any = 1 + draw(70), p = algorithm.supports == Supports::power_of_two ? floor2(any) : any;
      const Rank root = draw(p), rank = draw(p);
      RC_LOG() << "p = " << p << ", root " << root << ", rank " << rank << "\n";
      RC_ASSERT(is_projection(algorithm.schedule({p, root, rank}), algorithm.schedule({p, root}), rank));
    });
}

TEST_CASE("no schedule has a round without steps, and every round says what it does") {
  for_all(33, [](const Algorithm& algorithm, const Group& g) {
    if (g.root > 0 && !row(algorithm.collective).rooted()) return;
    const auto schedule = algorithm.schedule(g);
    for (const auto& round : schedule.rounds) {
      CAPTURE(algorithm.name);
      CAPTURE(g.ranks);
      CAPTURE(g.root);
      CAPTURE(round.says);
      CHECK(!round.steps.empty());
      CHECK(!round.says.empty());
    }
  });
}

TEST_CASE("share: the seats of a group of d neighbours partition the vector") {
  for (int q = 1; q <= 256; q *= 2)
    for (int d = 1; d <= q; d *= 2)
      for (int first = 0; first < q; first += d) {
        std::vector<int> covered(static_cast<std::size_t>(q), 0);
        for (int v = first; v < first + d; ++v) {
          const Blocks mine = share(v, d, q);
          CHECK(mine.count == q / d);
          for (int b = mine.first; b < mine.first + mine.count; ++b) ++covered.at(static_cast<std::size_t>(b));
        }
        CHECK(std::ranges::all_of(covered, [](int times) { return times == 1; }));
      }
}

TEST_CASE("share: the shares of two partners are the halves of the share they come from") {
  for (int q = 2; q <= 256; q *= 2)
    for (int d = 1; d < q; d *= 2)
      for (int v = 0; v < q; ++v) {
        const Blocks before = share(v, d, q), low = share(v & ~d, 2 * d, q), high = share(v | d, 2 * d, q);
        CHECK(low == Blocks{before.first, before.count / 2});
        CHECK(high == Blocks{before.first + before.count / 2, before.count / 2});
      }
}

TEST_CASE("every algorithm, interpreted over integers under addition, gives the sum wherever a result is due") {
  for (const auto& algorithm : algorithms())
    property("sums by " + algorithm.name, [&] {
      const int any = 1 + draw(20), p = algorithm.supports == Supports::power_of_two ? floor2(any) : any;
      const Rank root = row(algorithm.collective).rooted() ? draw(p) : 0;
      RC_LOG() << "p = " << p << ", root " << root << "\n";
      const auto schedule = algorithm.schedule({p, root});
      State<std::int64_t> state(p, schedule.slots());
      std::vector<std::int64_t> sums(static_cast<std::size_t>(schedule.blocks), 0);
      for (Rank r = 0; r < p; ++r)
        for (int b = 0; b < schedule.blocks; ++b) sums[static_cast<std::size_t>(b)] += *state.at(r, b) = draw(1 << 20);
      interpret(schedule, state, std::plus<>{});
      for (Rank r = 0; r < p; ++r)
        for (int b = 0; b < schedule.blocks; ++b)
          if (due(algorithm.collective, p, root, r, b)) RC_ASSERT(*state.at(r, b) == sums[static_cast<std::size_t>(b)]);
    });
}

TEST_CASE("all steps of a round read the state from before it") {
  const Schedule swap{
      .ranks = 2,
      .blocks = 1,
      .extra = 0,
      .scratch = {},
      .rounds = {{"both fold", {{0, 1, {0, 1}, 0, Action::fold_left}, {1, 0, {0, 1}, 0, Action::fold_right}}}}};
  State<std::string> state(2, 1);
  *state.at(0, 0) = "a";
  *state.at(1, 0) = "b";
  interpret(swap, state, std::plus<>{});
  CHECK(*state.at(0, 0) == "ab");
  CHECK(*state.at(1, 0) == "ab");
}

TEST_CASE("the builder leaves out empty steps, and steps that do not concern the rank it builds for") {
  const auto build = [](Rank only) {
    Builder s({3, 0, only}, 2);
    s.round("all", 7);
    s.fold(2, 0, {0, 2});
    s.fold(0, 1, {1, 0});
    s.move(1, 2, {0, 1}, 1);
    return std::move(s).done();
  };
  const auto full = build(-1);
  CHECK(full.rounds[0].says == "all 7");
  CHECK(full.rounds[0].steps ==
        std::vector<Step>{{2, 0, {0, 2}, 0, Action::fold_right}, {1, 2, {0, 1}, 1, Action::replace}});
  CHECK(build(0).rounds[0].steps == std::vector<Step>{{2, 0, {0, 2}, 0, Action::fold_right}});
}

TEST_CASE("a seat that is given to another rank leaves its holder without one") {
  Seats seat(5, 4, [](int v) { return v; });
  CHECK(seat.of(4) == -1);
  seat.assign(0, 4);
  CHECK(seat[0] == 4);
  CHECK(seat.of(4) == 0);
  CHECK(seat.of(0) == -1);
}

}  // namespace
}  // namespace tutti
