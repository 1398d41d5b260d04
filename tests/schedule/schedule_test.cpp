// The schedule language: what holds for every schedule of every algorithm.
// Compiled with -O1, since it walks over many schedules.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "reference/model.hpp"
#include "tests/support/all_cases.hpp"
#include "tests/support/property.hpp"
#include "verified/algorithms/share.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/interpret.hpp"
#include "verified/schedule/project.hpp"

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

/// `alone` is what the full schedule says of `rank`.
bool is_projection(const Schedule& alone, const Schedule& full, Rank rank) {
  if (alone.ranks != full.ranks || alone.blocks != full.blocks || alone.extra != full.extra ||
      alone.exchange != full.exchange)
    return false;
  if (full.extra > 0 &&
      alone.scratch.at(static_cast<std::size_t>(rank)) != full.scratch.at(static_cast<std::size_t>(rank)))
    return false;
  return std::ranges::equal(alone.rounds, full.rounds, [&](const Round& a, const Round& f) {
    const bool only_mine = std::ranges::all_of(a.steps, [&](const Step& s) { return s.from == rank || s.to == rank; });
    return only_mine && messages(a, rank) == messages(f, rank);
  });
}

TEST_CASE("the projection to a rank has its messages, round by round, and nothing else, for all p up to 9") {
  for_all(9, [](const Algorithm& algorithm, const Group& g) {
    CAPTURE(algorithm.name);
    CAPTURE(print(g));
    const auto full = algorithm.schedule(g);
    for (Rank rank = 0; rank < g.ranks; ++rank) {
      CAPTURE(rank);
      CHECK(is_projection(project(full, rank), full, rank));
    }
  });
}

TEST_CASE("the projection keeps the order of steps, empty rounds, and of scratch the rank's own") {
  const Step first{1, 0, {0, 1}, 1, Action::replace}, second{1, 0, {1, 1}, 0, Action::replace},
      within{0, 0, {0, 1}, 2, Action::replace}, others{1, 2, {0, 1}, 0, Action::replace};
  const Schedule full{.ranks = 3,
                      .blocks = 2,
                      .extra = 1,
                      .scratch = {{0}, {1}, {0}},
                      .rounds = {{"a", {first, others, second}}, {"b", {others}}, {"c", {within}}}};
  const auto mine = project(full, 0);
  REQUIRE(mine.rounds.size() == 3);
  CHECK(mine.rounds[0].steps == std::vector{first, second});
  CHECK(mine.rounds[1].steps.empty());
  CHECK(mine.rounds[2].steps == std::vector{within});
  CHECK(mine.scratch == std::vector<std::vector<int>>{{0}, {}, {}});
  CHECK(project(full, 1).scratch == std::vector<std::vector<int>>{{}, {1}, {}});
  CHECK(project(full, 2).rounds[1].steps == std::vector{others});
}

TEST_CASE("a step before the first round is an error that says what is missing") {
  Builder s({.ranks = 2}, 1);
  CHECK_THROWS_WITH_AS(s.move(0, 1, {0, 1}), "a step before the first round: call Builder::round first",
                       std::logic_error);
}

TEST_CASE("an algorithm that makes no schedule is an error that names it and what was asked for") {
  auto algorithm = *find_algorithm("bcast/binary_tree");
  algorithm.make = [](const Group&) -> Schedule { throw std::runtime_error("out of ideas"); };
  CHECK_THROWS_WITH_AS(algorithm.schedule({.ranks = 3, .root = 1, .shape = {2}}),
                       "bcast/binary_tree makes no schedule for p = 3, root 1, shape 2: out of ideas",
                       std::logic_error);
  algorithm.make = [](const Group& g) {
    Builder s(g, 1);
    s.move(0, 1, {0, 1});
    return std::move(s).done();
  };
  CHECK_THROWS_WITH_AS(
      algorithm.schedule({.ranks = 3, .shape = {2}}),
      "bcast/binary_tree makes no schedule for p = 3, root 0, shape 2: a step before the first round: call "
      "Builder::round first",
      std::logic_error);
  algorithm.make = [](const Group&) -> Schedule { throw 42; };
  CHECK_THROWS_WITH_AS(
      algorithm.schedule({.ranks = 3, .shape = {2}}),
      "bcast/binary_tree makes no schedule for p = 3, root 0, shape 2: it throws what is no std::exception",
      NoSchedule);
  algorithm.make = [](const Group&) -> Schedule { throw std::bad_alloc(); };
  CHECK_THROWS_AS(algorithm.schedule({.ranks = 3, .shape = {2}}), std::bad_alloc);
  algorithm.shapes = [](int) { return std::vector<Shape>(); };
  CHECK_THROWS_WITH_AS(algorithm.schedule({.ranks = 3}),
                       "bcast/binary_tree makes no schedule for p = 3, root 0: its record lists no shape for that p",
                       std::logic_error);
}

TEST_CASE("a family that fails to list its shapes is an error that names it and the p") {
  auto algorithm = *find_algorithm("bcast/chain");
  algorithm.shapes = [](int) -> std::vector<Shape> { throw std::runtime_error("out of shapes"); };
  CHECK_THROWS_WITH_AS(algorithm.shapes_for(3), "bcast/chain lists no shapes for p = 3: out of shapes", NoSchedule);
  CHECK_THROWS_WITH_AS(algorithm.schedule({.ranks = 3}), "bcast/chain lists no shapes for p = 3: out of shapes",
                       NoSchedule);
  algorithm.shapes = [](int) -> std::vector<Shape> { throw 42; };
  CHECK_THROWS_AS(algorithm.shapes_for(3), NoSchedule);
}

TEST_CASE("a builder that reads a shape, of a record that lists none, is an error that names both") {
  auto algorithm = *find_algorithm("bcast/binary_tree");
  algorithm.shapes = nullptr;
  CHECK_THROWS_WITH_AS(
      algorithm.schedule({.ranks = 3}),
      "bcast/binary_tree makes no schedule for p = 3, root 0: it reads number 0 of a shape that has 0; "
      "which shapes there are, the record says in .shapes",
      NoSchedule);
  CHECK(Shape{3, 2}[1] == 2);
  CHECK_THROWS_AS(static_cast<void>((Shape{3, 2}[2])), std::out_of_range);
}

TEST_CASE("no schedule has a round without steps, and every round says what it does") {
  for_all(33, [](const Algorithm& algorithm, const Group& g) {
    const auto schedule = algorithm.schedule(g);
    for (const auto& round : schedule.rounds) {
      CAPTURE(algorithm.name);
      CAPTURE(print(g));
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

/// Numbers for letters: at random, and in a barrier, where letters may come twice, a bit for each rank.
class Numbers {
 public:
  Numbers(const Algorithm& algorithm, const Schedule& schedule, std::uint64_t seed)
      : collective_(row(algorithm.collective)), blocks_(schedule.blocks), random_(seed) {}

  std::int64_t of(int letter, int slot) {
    if (collective_.result == Result::all_entered) return std::int64_t{1} << letter;
    const auto [at, fresh] = known_.try_emplace(collective_.moves() ? letter : letter * blocks_ + slot, 0);
    if (fresh) at->second = static_cast<std::int64_t>(random_() >> 16);
    return at->second;
  }

  std::int64_t of(const Word& word, int slot) {
    std::int64_t sum = 0;
    for (int letter = word.first; letter < word.last; ++letter) sum += of(letter, slot);
    return sum;
  }

  std::int64_t combine(std::int64_t a, std::int64_t b) const {
    return collective_.result == Result::all_entered ? a | b : a + b;
  }

 private:
  const CollectiveRow& collective_;
  int blocks_;
  std::mt19937_64 random_;
  std::map<int, std::int64_t> known_;
};

TEST_CASE("every algorithm, interpreted over integers, gives the sum or the number that is due") {
  for (const auto& algorithm : algorithms())
    property("numbers by " + algorithm.name, [&] {
      const Group group = draw_group(algorithm, 1 + draw(20));
      RC_LOG() << print(group) << "\n";
      const auto schedule = algorithm.schedule(group);
      Numbers numbers(algorithm, schedule, *rc::gen::arbitrary<std::uint64_t>());
      const auto for_each_slot = [&](auto body) {
        for (Rank r = 0; r < group.ranks; ++r)
          for (int slot = 0; slot < schedule.blocks; ++slot) body(r, slot);
      };
      State<std::int64_t> state(group.ranks, schedule.slots());
      for_each_slot([&](Rank r, int slot) {
        if (const auto word = held(algorithm.collective, group.ranks, group.root, r, slot))
          *state.at(r, slot) = numbers.of(*word, slot);
      });
      interpret(schedule, state, [&](std::int64_t a, std::int64_t b) { return numbers.combine(a, b); });
      for_each_slot([&](Rank r, int slot) {
        if (const auto word = due(algorithm.collective, group.ranks, group.root, r, slot))
          RC_ASSERT(*state.at(r, slot) == numbers.of(*word, slot));
      });
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

TEST_CASE("a builder of an exchange gives every rank a slot to and a slot from each, of the sizes of those blocks") {
  const auto schedule = Builder::exchange({.ranks = 3}).done();
  CHECK(schedule.exchange);
  CHECK(schedule.blocks == 6);
  CHECK(schedule.parts() == 3);
  CHECK(schedule.different_blocks() == 9);
  for (Rank r = 0; r < 3; ++r)
    for (int j = 0; j < 3; ++j) {
      CHECK(schedule.block_of(r, j) == schedule.block_of(j, 3 + r));
      CHECK(schedule.block_of(r, j) == 3 * r + j);
    }
}

TEST_CASE("seats to loop over are all of them, or for one rank its own and the one that it hears from") {
  const auto seats_of = [](Rank only, int source) {
    const Builder s({.ranks = 5, .only = only}, 1);
    const Seats seats(5, 4, [](int v) { return v + 1; });  // rank 0 has none
    std::vector<int> found;
    for (const int v : s.senders(seats, [=](int) { return source; })) found.push_back(v);
    return found;
  };
  CHECK(seats_of(-1, 3) == std::vector{0, 1, 2, 3});
  CHECK(seats_of(2, 3) == std::vector{1, 3});
  CHECK(seats_of(2, 1) == std::vector{1});
  CHECK(seats_of(2, -1) == std::vector{1});
  CHECK(seats_of(0, 3).empty());
}

TEST_CASE("an algorithm for a general collective serves its special cases, and no other way round") {
  using enum Collective;
  CHECK(serves(alltoallw, alltoallw));
  CHECK(serves(alltoallw, alltoallv));
  CHECK(serves(alltoallw, alltoall));
  CHECK(serves(alltoallv, alltoall));
  CHECK_FALSE(serves(alltoall, alltoallv));
  CHECK_FALSE(serves(alltoallv, alltoallw));
  CHECK_FALSE(serves(gatherv, scatter));
  for (const auto& general : collectives)
    for (const auto& special : collectives)
      if (general.id != special.id && serves(general.id, special.id)) CHECK_FALSE(serves(special.id, general.id));
}

TEST_CASE("an algorithm is registered for its collective and for every special case of it, each under its own name") {
  for (const auto& a : algorithms()) {
    CAPTURE(a.name);
    CHECK(a.name.starts_with(std::string(row(a.collective).name) + "/"));
    CHECK(std::ranges::count(algorithms(), a.name, &Algorithm::name) == 1);
    for (const auto& special : collectives)
      if (special.special_case_of == a.collective && special.id != a.collective)
        CHECK(find_algorithm(std::string(special.name) + a.name.substr(a.name.find('/'))) != nullptr);
  }
  for (const auto* name : {"alltoallw/ring_shift", "alltoallv/ring_shift", "alltoall/ring_shift"})
    CHECK(find_algorithm(name) != nullptr);
}

std::vector<int> up_to_16(const Supports& supports) {
  std::vector<int> all;
  for (int p = 1; p <= 16; ++p)
    if (supports.holds(p)) all.push_back(p);
  return all;
}

TEST_CASE("what an algorithm supports is a test of p with a name, and a record that is silent supports all p") {
  CHECK(up_to_16(Supports::powers_of_two) == std::vector{1, 2, 4, 8, 16});
  CHECK(Supports::powers_of_two.name() == "powers of two");
  CHECK(up_to_16(Supports::even_p) == std::vector{2, 4, 6, 8, 10, 12, 14, 16});
  CHECK(Supports::even_p.name() == "even p");
  CHECK(up_to_16(Record().supports).size() == 16);
  CHECK(Record().supports.name() == "all p");
}

TEST_CASE("a record may support what no other does, by a test of ints, or of expressions for a proof for all p") {
  const Supports of_ints("p = 3^m", [](int p) {
    while (p % 3 == 0) p /= 3;
    return p == 1;
  });
  CHECK(up_to_16(of_ints) == std::vector{1, 3, 9});
  CHECK_FALSE(of_ints.of_any());
  const Supports of_any("one more than a power of two",
                        [](const Expression& n, const Expression& largest) { return n == largest + 1; });
  CHECK(up_to_16(of_any) == std::vector{3, 5, 9});
  REQUIRE(of_any.of_any());
  CHECK(of_any.of_any()->graph()->op == NodeOperator::equal);
}

TEST_CASE("an algorithm refuses a p with its name, what it is for, and that p") {
  CHECK(find_algorithm("alltoall/pairwise_xor")->refusal(6) ==
        "alltoall/pairwise_xor is for powers of two, and p is 6");
}

TEST_CASE("a record with neither or both of .make and .rules says so, and in which file to mend it") {
  const auto complaint = [](const Record& record) {
    try {
      Algorithm{record, "gather/new", Collective::gather, Collective::gatherv}.schedule({4});
    } catch (const NoSchedule& none) {
      return std::string(none.what());
    }
    return std::string();
  };
  const std::string begins = "gather/new makes no schedule for p = 4, root 0: its record has ";
  const std::string ends = "; give one of them in algorithms/gatherv/new.cpp";
  CHECK(complaint({}) == begins + "neither .make nor .rules" + ends);
  auto both = static_cast<Record>(*find_algorithm("bcast/linear"));
  both.make = [](const Group&) { return Schedule(); };
  CHECK(complaint(both) == begins + "both .make and .rules" + ends);
}

TEST_CASE(
    "of a family the first shape is the schedule where none is named; every p has shapes, and no shape comes twice") {
  for (const auto& a : algorithms())
    for (int p = 1; p <= 33; ++p) {
      if (!a.supports.holds(p)) continue;
      CAPTURE(a.name);
      CAPTURE(p);
      const auto shapes = a.shapes_for(p);
      REQUIRE_FALSE(shapes.empty());
      CHECK(shapes.front().empty() == (a.shapes == nullptr));
      CHECK(std::set(shapes.begin(), shapes.end()).size() == shapes.size());
      const auto first = a.schedule({.ranks = p, .shape = shapes.front()}), unnamed = a.schedule({.ranks = p});
      CHECK(std::ranges::equal(first.rounds, unnamed.rounds, {}, &Round::steps, &Round::steps));
    }
}

TEST_CASE("a shape is printed with its entries in order") {
  CHECK(print_shape({}).empty());
  CHECK(print_shape({8}) == "8");
  CHECK(print_shape({3, 2, 2}) == "3x2x2");
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
