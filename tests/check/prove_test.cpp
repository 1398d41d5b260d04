// The prover and what it stands on: shared trees, races, deadlock, and the text of a counterexample.
// Compiled with -O1, since it walks over many schedules.
#include "verified/check/prove.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <numeric>

#include "reference/letters.hpp"
#include "tests/support/all_cases.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/property.hpp"
#include "verified/check/progress.hpp"
#include "verified/check/race.hpp"
#include "verified/schedule/builder.hpp"
#include "verified/schedule/interpret.hpp"
#include "verified/schedule/project.hpp"

namespace tutti {
namespace {

TEST_CASE("every algorithm is proved for all p up to 9, all roots and shapes, for just the operators the oracle says") {
  for_all(9, [](const Algorithm& algorithm, const Group& g) {
    CAPTURE(algorithm.name);
    CAPTURE(print(g));
    const auto verdict = Prover::prove(algorithm, g);
    REQUIRE(std::holds_alternative<Proved>(verdict));
    const auto& proved = std::get<Proved>(verdict);
    const auto judgement = oracle::judge(proved.schedule(), algorithm.collective, g.root, 1, {.random_runs = 20});
    CHECK_MESSAGE(judgement.answer == (proved.needs().commutative ? oracle::Answer::only_commutative
                                                                  : oracle::Answer::every_associative),
                  judgement.why);
    CHECK((judgement.exhaustive || g.ranks > 3));
  });
}

TEST_CASE("what each algorithm needs for p up to 16, all roots and shapes is exactly what its record claims") {
  for (const auto& algorithm : algorithms()) {
    Needs derived;
    for_all_groups(algorithm, 16, [&](const Group& g) {
      const auto verdict = Prover::prove(algorithm, g);
      REQUIRE(std::holds_alternative<Proved>(verdict));
      derived = derived | std::get<Proved>(verdict).needs();
    });
    CAPTURE(algorithm.name);
    CHECK(derived == algorithm.needs);
  }
}

TEST_CASE("what is proved for one rank carries the steps of that rank only") {
  const auto verdict = Prover::prove(*find_algorithm("allreduce/ring"), {5, 0, 2});
  REQUIRE(std::holds_alternative<Proved>(verdict));
  for (const auto& round : std::get<Proved>(verdict).schedule().rounds) {
    CHECK(round.steps.size() == 2);
    for (const auto& s : round.steps) CHECK((s.from == 2 || s.to == 2));
  }
}

/// Allgather round a ring, whose builder is told that a rank hears from the one above it; it hears from the one below.
Schedule ring_with_a_wrong_source(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  const Seats seat(p);
  for (int i = 0; i + 1 < p; ++i) {
    s.round("pass on round the ring the block of rank -", i);
    for (const int v : s.senders(seat, [p](int u) { return (u + 1) % p; }))
      s.move(v, (v + 1) % p, {(v - i + p) % p, 1});
  }
  return std::move(s).done();
}

TEST_CASE(
    "what is proved for one rank is cut out of what was proved, also where the builder knows the senders wrongly") {
  auto algorithm = *find_algorithm("allgather/ring");
  algorithm.rules = {};
  algorithm.make = ring_with_a_wrong_source;
  for (int p = 1; p <= 6; ++p) {
    const auto all = Prover::prove(algorithm, {.ranks = p});
    REQUIRE(std::holds_alternative<Proved>(all));
    const auto& whole = std::get<Proved>(all).schedule();
    for (Rank rank = 0; rank < p; ++rank) {
      CAPTURE(p);
      CAPTURE(rank);
      const auto verdict = Prover::prove(algorithm, {.ranks = p, .only = rank});
      REQUIRE(std::holds_alternative<Proved>(verdict));
      const auto& mine = std::get<Proved>(verdict).schedule();
      REQUIRE(mine.rounds.size() == whole.rounds.size());
      for (std::size_t r = 0; r < whole.rounds.size(); ++r) {
        std::vector<Step> due;
        for (const auto& s : whole.rounds[r].steps)
          if (s.from == rank || s.to == rank) due.push_back(s);
        CHECK(mine.rounds[r].steps == due);
      }
    }
  }
}

TEST_CASE("what is proved for one rank and one shape carries the steps of that rank in that shape") {
  const auto& chain = *find_algorithm("bcast/chain");
  for (const auto& shape : chain.shapes(5)) {
    CAPTURE(print_shape(shape));
    const auto verdict = Prover::prove(chain, {.ranks = 5, .root = 1, .only = 3, .shape = shape});
    REQUIRE(std::holds_alternative<Proved>(verdict));
    const auto& mine = std::get<Proved>(verdict).schedule();
    const auto expected = project(chain.schedule({.ranks = 5, .root = 1, .shape = shape}), 3);
    CHECK(mine.blocks == shape.front());
    CHECK(std::ranges::equal(mine.rounds, expected.rounds, {}, &Round::steps, &Round::steps));
  }
}

TEST_CASE("a p for which an algorithm has no schedule is undecided, not proved") {
  const auto why = [](const char* name, int p) {
    const auto verdict = Prover::prove(*find_algorithm(name), {p});
    const auto* unknown = std::get_if<Unknown>(&verdict);
    return unknown ? unknown->why : "";
  };
  CHECK(why("reduce_scatter/permuted_halving", 6) ==
        "reduce_scatter/permuted_halving is for powers of two, and p is 6");
  CHECK(why("allgather/neighbour_exchange", 5) == "allgather/neighbour_exchange is for even p, and p is 5");
  CHECK(why("allgather/neighbour_exchange", 6).empty());
}

/// A tree written out, and its letters.
struct Naive {
  std::string text;
  std::vector<Rank> letters;
  Tree tree;
};

/// Random trees over `ranks` ranks, many of them equal, among them the leaves.
std::vector<Naive> random_trees(Trees& trees, int ranks) {
  std::vector<Naive> all;
  for (Rank r = 0; r < ranks; ++r) all.push_back({std::to_string(r), {r}, Trees::leaf(r)});
  for (int i = 0; i < 60; ++i) {
    const auto pick = [&]() -> const Naive& {
      return all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
    };
    const Naive &left = pick(), &right = pick();
    if (left.letters.size() + right.letters.size() > 60) continue;
    Naive joined{"(" + left.text + "·" + right.text + ")", left.letters, trees.join(left.tree, right.tree)};
    joined.letters.insert(joined.letters.end(), right.letters.begin(), right.letters.end());
    all.push_back(std::move(joined));
  }
  return all;
}

TEST_CASE("handles of trees are equal if and only if the trees are") {
  property("handles", [] {
    const int ranks = 1 + draw(4);
    Trees trees(ranks);
    const auto all = random_trees(trees, ranks);
    for (const auto& a : all)
      for (const auto& b : all) RC_ASSERT((a.tree == b.tree) == (a.text == b.text));
  });
}

TEST_CASE("letters, size, word, each_once and the printed tree are those of the tree written out") {
  property("readings", [] {
    const int ranks = 1 + draw(6);
    Trees trees(ranks);
    for (const auto& naive : random_trees(trees, ranks)) {
      RC_ASSERT(trees.letters(naive.tree, 1000) == naive.letters);
      RC_ASSERT(trees.letters(naive.tree, 2) ==
                std::vector(naive.letters.begin(),
                            naive.letters.begin() + std::min<std::ptrdiff_t>(2, std::ssize(naive.letters))));
      RC_ASSERT(trees.size(naive.tree) == naive.letters.size());
      RC_ASSERT(trees.print_tree(naive.tree) == naive.text);

      std::vector<Rank> run(naive.letters.size());
      std::iota(run.begin(), run.end(), naive.letters.front());
      const auto word = trees.word(naive.tree);
      RC_ASSERT(word.has_value() == (run == naive.letters));
      if (word) RC_ASSERT(*word == (Word{naive.letters.front(), naive.letters.back() + 1}));

      auto sorted = naive.letters;
      std::ranges::sort(sorted);
      std::vector<Rank> everyone(static_cast<std::size_t>(ranks));
      std::iota(everyone.begin(), everyone.end(), 0);
      RC_ASSERT(trees.each_once(naive.tree, {0, ranks}) == (sorted == everyone));
      const Word part{draw(ranks), ranks};
      everyone.erase(everyone.begin(), everyone.begin() + part.first);
      RC_ASSERT(trees.each_once(naive.tree, part) == (sorted == everyone));
      sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
      RC_ASSERT(trees.alphabet(naive.tree) == sorted);
    }
  });
}

TEST_CASE("trees: whatever is joined with nothing is nothing, and sizes beyond 32 bits stay at the limit") {
  Trees trees(2);
  CHECK(trees.join(nothing, Trees::leaf(1)) == nothing);
  CHECK(trees.join(Trees::leaf(1), nothing) == nothing);
  CHECK(!trees.word(nothing));
  CHECK(trees.letters(nothing, 5).empty());
  CHECK(trees.alphabet(nothing).empty());
  Tree t = Trees::leaf(0);
  for (int i = 0; i < 40; ++i) t = trees.join(t, t);
  CHECK(trees.size(t) == UINT32_MAX);
  CHECK(!trees.each_once(t, {0, 1}));
  CHECK(trees.alphabet(t) == std::vector{0});
  CHECK(trees.letters(t, 3) == std::vector<Rank>{0, 0, 0});
}

TEST_CASE("words are printed with runs of more than two ranks in short") {
  CHECK(print_letters({2}) == "2");
  CHECK(print_letters({0, 1}) == "0·1");
  CHECK(print_letters({2, 3, 4, 5}) == "2-5");
  CHECK(print_letters({2, 5, 3}) == "2·5·3");
  CHECK(print_letters({0, 2, 3, 4, 1}) == "0·2-4·1");
  Trees trees(4);
  CHECK(trees.print_word(nothing) == "nothing");
  CHECK(trees.print_word(trees.join(Trees::leaf(1), Trees::leaf(0))) == "1·0");
}

TEST_CASE("of a word with more than 40 letters the first 40 are printed, and how many there are") {
  for (const int size : {39, 40, 41, 42, 100}) {
    Trees trees(2);
    Tree word = nothing;
    std::string due;
    for (int i = 0; i < size; ++i) {
      word = i == 0 ? Trees::leaf(1) : trees.join(word, Trees::leaf(1 - i % 2));
      if (i < 40) due += i == 0 ? "1" : i % 2 == 0 ? "·1" : "·0";
    }
    if (size > 40) due += "·… (" + std::to_string(size) + " letters)";
    CHECK(trees.print_word(word) == due);
  }
}

constexpr Step fold(Rank from, Rank to, int slot, int at) { return {from, to, {slot, 1}, at, Action::fold_left}; }
constexpr Step move(Rank from, Rank to, int slot, int at) { return {from, to, {slot, 1}, at, Action::replace}; }

bool races(std::vector<Step> steps) { return RaceCheck(4, 2).check({"", std::move(steps)}).has_value(); }

TEST_CASE("a race is a slot written twice, replaced while it is sent, or written while a local step reads it") {
  CHECK(races({fold(1, 0, 0, 0), fold(2, 0, 0, 0)}));
  CHECK(races({move(0, 1, 0, 0), move(2, 0, 0, 0)}));
  CHECK(races({move(2, 0, 0, 0), move(0, 1, 0, 0)}));
  CHECK(races({move(0, 0, 0, 1), fold(1, 0, 0, 0)}));
  CHECK(races({fold(1, 0, 0, 0), fold(0, 0, 0, 1)}));
  CHECK(races({fold(0, 0, 0, 0)}));
  CHECK_FALSE(races({fold(0, 1, 0, 0), fold(1, 0, 0, 0)}));
  CHECK_FALSE(races({fold(1, 0, 0, 0), fold(2, 0, 0, 1)}));
  CHECK_FALSE(races({move(0, 1, 0, 0), move(0, 2, 0, 0)}));
  CHECK_FALSE(races({move(0, 1, 0, 0), move(2, 0, 1, 1)}));
}

TEST_CASE("a race is found however many steps the rank has in the round, and wherever the steps that race stand") {
  const auto found = [](int slots, const Step& more, bool first) {
    std::vector<Step> steps;
    for (int k = 0; k < slots; ++k) steps.push_back(move(0, 2 + k % 2, k, k));
    for (int k = 0; k < slots; ++k) steps.push_back(move(1, 1, k, k + slots));
    steps.insert(first ? steps.begin() : steps.end(), more);
    return RaceCheck(4, 2 * slots).check({"", steps}).has_value();
  };
  std::vector<int> numbers(40);
  std::iota(numbers.begin(), numbers.end(), 1);
  numbers.push_back(100);
  for (const int slots : numbers)
    for (const bool first : {true, false}) {
      CAPTURE(slots);
      const int any = slots / 2;
      CHECK(found(slots, move(3, 0, any, any), first));
      CHECK(found(slots, fold(3, 1, 0, any), first));
      CHECK(found(slots, fold(3, 1, 0, any + slots), first));
      CHECK_FALSE(found(slots, fold(3, 0, 0, any), first));
    }
}

TEST_CASE("one round's steps do not race with the next one's") {
  RaceCheck check(3, 1);
  CHECK_FALSE(check.check({"", {fold(1, 0, 0, 0)}}));
  CHECK_FALSE(check.check({"", {fold(2, 0, 0, 0)}}));
}

Verdict prove_reduce(int ranks, int blocks, std::vector<Round> rounds, std::vector<std::vector<int>> scratch = {}) {
  const int extra = scratch.empty() ? 0 : static_cast<int>(scratch.front().size());
  return Prover::prove({ranks, blocks, extra, false, std::move(scratch), std::move(rounds)}, Collective::reduce, 0);
}

std::string refutation(const Verdict& verdict) {
  const auto* refuted = std::get_if<Refuted>(&verdict);
  return refuted ? describe(refuted->counterexample) : "";
}

TEST_CASE("a step must not fold onto something undefined, even where nobody reads the result") {
  const auto verdict =
      prove_reduce(2, 1, {{"", {fold(1, 0, 0, 1)}}, {"", {{1, 0, {0, 1}, 0, Action::fold_right}}}}, {{0}, {0}});
  REQUIRE(std::holds_alternative<Refuted>(verdict));
  CHECK(std::get<Refuted>(verdict).counterexample.fault == Fault::undefined);
}

TEST_CASE("the oracle, too, refuses to fold onto something undefined, and a race that changes no number") {
  const auto judge = [](int blocks, std::vector<Round> rounds, std::vector<std::vector<int>> scratch = {}) {
    const int extra = scratch.empty() ? 0 : static_cast<int>(scratch.front().size());
    return oracle::judge({2, blocks, extra, false, std::move(scratch), std::move(rounds)}, Collective::allreduce, 0, 1);
  };
  const Round reduce{"", {{1, 0, {0, 1}, 0, Action::fold_right}}}, back{"", {move(0, 1, 0, 0)}};
  const Round exchange{"", {move(0, 1, 0, 0), move(1, 0, 0, 0)}};
  CHECK(judge(1, {reduce, back}).answer == oracle::Answer::every_associative);
  CHECK(judge(1, {reduce, back, exchange}).why == "a slot is written that is still to be read");
  CHECK(judge(1, {reduce, back, {"", {fold(1, 0, 0, 1)}}}, {{0}, {0}}).why == "folded onto something undefined");
}

TEST_CASE("a contribution that comes twice or not at all is refuted even where the operator commutes") {
  CHECK(refutation(prove_reduce(2, 1, {{"", {fold(1, 0, 0, 0)}}, {"", {fold(1, 0, 0, 0)}}})) ==
        "p = 2, root 0, rank 0, block A: found 1·1·0, due 0·1 (contract)");
  CHECK(refutation(prove_reduce(2, 1, {})) == "p = 2, root 0, rank 0, block A: found 0, due 0·1 (contract)");
}

TEST_CASE("slots beyond the schedule's and steps without slots are malformed") {
  CHECK(refutation(prove_reduce(2, 1, {{"", {fold(1, 0, 0, 1)}}})).ends_with("(malformed)"));
  CHECK(refutation(prove_reduce(2, 1, {{"", {fold(1, 0, -1, 0)}}})).ends_with("(malformed)"));
  CHECK(refutation(prove_reduce(2, 1, {{"", {{1, 0, {0, 0}, 0, Action::fold_right}}}})).ends_with("(malformed)"));
  CHECK(refutation(prove_reduce(2, 1, {{"", {fold(2, 0, 0, 0)}}})).ends_with("(malformed)"));
  CHECK(refutation(prove_reduce(2, 1, {{"", {fold(1, -1, 0, 0)}}})).ends_with("(malformed)"));
  CHECK(refutation(prove_reduce(2, 1, {{"", {{1, 0, {0, INT_MAX}, 0, Action::fold_right}}}})).ends_with("(malformed)"));
}

TEST_CASE("an action that is none of the three is malformed: what it means is nobody's to say") {
  CHECK(refutation(prove_reduce(2, 1, {{"", {{1, 0, {0, 1}, 0, static_cast<Action>(3)}}}})) ==
        "p = 2, root 0, round 0, rank 0, block A: found action 3, due replace, or a fold (malformed)");
  CHECK(refutation(prove_reduce(2, 1, {{"", {{1, 0, {0, 1}, 0, static_cast<Action>(-1)}}}})).ends_with("(malformed)"));
}

TEST_CASE("a schedule in which the result has no place is malformed, not proved for lack of anything to check") {
  const auto malformed = [](const Verdict& verdict) {
    const auto* refuted = std::get_if<Refuted>(&verdict);
    return refuted && refuted->counterexample.fault == Fault::malformed;
  };
  CHECK(malformed(Prover::prove({2, 1, 0, false, {}, {}}, Collective::reduce_scatter, 0)));  // rank 1 has no block 1
  CHECK(malformed(Prover::prove({2, 1, 0, false, {}, {}}, Collective::reduce, 2)));          // no such root
  CHECK(malformed(Prover::prove({2, 1, 0, false, {}, {}}, Collective::reduce, -1)));
  CHECK(malformed(Prover::prove({2, 0, 0, false, {}, {}}, Collective::allreduce, 0)));  // no block at all
  CHECK(malformed(Prover::prove({2, 1, INT_MAX, false, {}, {}}, Collective::allreduce, 0)));
  CHECK(malformed(Prover::prove({2, 1, -1, false, {}, {}}, Collective::allreduce, 0)));
}

/// An algorithm that, whatever is asked for, makes what the registry has for that group.
template <int ranks, Rank root>
Algorithm always(const char* name) {
  static const Algorithm* of;
  of = find_algorithm(name);
  auto algorithm = *of;
  algorithm.rules = {};
  algorithm.make = [](const Group&) { return of->schedule({.ranks = ranks, .root = root}); };
  return algorithm;
}

TEST_CASE("a schedule for another number of ranks than asked for is malformed, whatever it proves of its own") {
  const auto one = always<1, 0>("allreduce/ring");
  CHECK(refutation(Prover::prove(one, {64})) ==
        "p = 64, root 0: found a schedule for 1 ranks, due 64 ranks (malformed)");
  CHECK(std::holds_alternative<Proved>(Prover::prove(one, {1})));
  const auto five = always<5, 4>("reduce/binomial");
  CHECK(refutation(Prover::prove(five, {.ranks = 4, .root = 2})) ==
        "p = 4, root 2: found a schedule for 5 ranks, due 4 ranks (malformed)");
  CHECK(refutation(Prover::prove(five, {.ranks = 9, .root = 7})) ==
        "p = 9, root 7: found a schedule for 5 ranks, due 9 ranks (malformed)");
  CHECK(refutation(Prover::prove(five, {.ranks = 5, .root = 2})) ==
        "p = 5, root 2, rank 2, block A: found 2·3, due 0-4 (contract)");
}

TEST_CASE("no schedule is built for ranks or a root that there cannot be") {
  auto algorithm = *find_algorithm("reduce/binomial");
  algorithm.rules = {};
  algorithm.make = [](const Group&) -> Schedule { throw std::runtime_error("built"); };
  CHECK(refutation(Prover::prove(algorithm, {.ranks = 4, .root = 4})) ==
        "p = 4, root 4: found root 4, due ranks 0 to 3 (malformed)");
  CHECK(refutation(Prover::prove(algorithm, {.ranks = 4, .root = -1})) ==
        "p = 4: found root -1, due ranks 0 to 3 (malformed)");
  CHECK(refutation(Prover::prove(algorithm, {.ranks = 0})) ==
        "p = 0, root 0: found 0 ranks, due at least 1 (malformed)");
}

TEST_CASE("a family without a shape for that p is undecided, not proved") {
  auto algorithm = *find_algorithm("bcast/chain");
  algorithm.shapes = [](int) { return std::vector<Shape>(); };
  const auto verdict = Prover::prove(algorithm, {.ranks = 5});
  REQUIRE(std::holds_alternative<Unknown>(verdict));
  CHECK(std::get<Unknown>(verdict).why == "bcast/chain lists no shape for p = 5");
}

/// Every rank sends its own blocks to all above it, which fold them; some of that is forgotten, and some overwrites.
Schedule mutilated_prefixes(int ranks, int blocks, bool own_too) {
  std::vector<int> labels(static_cast<std::size_t>(blocks));
  std::iota(labels.begin(), labels.end(), 0);
  Schedule s{.ranks = ranks,
             .blocks = blocks,
             .extra = blocks,
             .scratch = std::vector(static_cast<std::size_t>(ranks), labels),
             .rounds = {{"", {}}}};
  for (Rank r = 0; r < ranks; ++r) s.rounds[0].steps.push_back({r, r, {0, blocks}, blocks, Action::replace});
  for (Rank from = 0; from < ranks; ++from)
    for (Rank to = from + 1; to < ranks; ++to)
      for (int b = 0; b < blocks; ++b) {
        const int fate = draw(12);
        if (fate == 0) continue;
        // Ascending senders append; what is there at first is the own value, which comes last.
        const auto action = fate == 1 || (from == 0 && !own_too) ? Action::replace : Action::fold_right;
        s.rounds.push_back({"", {{from, to, {blocks + b, 1}, b, action}}});
      }
  return s;
}

TEST_CASE("every block of a scan and an exscan is proved or refuted on its own, as the oracle says") {
  for (const auto collective : {Collective::scan, Collective::exscan}) {
    int right = 0, wrong = 0;
    const auto agrees = [&] {
      const auto schedule = mutilated_prefixes(1 + draw(4), 1 + draw(3), collective == Collective::scan);
      const auto verdict = Prover::prove(schedule, collective, 0);
      const bool refuted = std::holds_alternative<Refuted>(verdict);
      RC_LOG() << refutation(verdict) << "\n";
      RC_ASSERT(refuted == (oracle::judge(schedule, collective, 0, 1).answer == oracle::Answer::wrong));
      ++(refuted ? wrong : right);
    };
    property("blocks of a prefix", agrees, 100, [&] { return right > 0 && wrong > 0; });
  }
}

// Data movement.

/// Slot blocks + k of every rank stands for block scratch[k].
Schedule vectors(int ranks, int blocks, std::vector<Round> rounds = {}, const std::vector<int>& scratch = {}) {
  return {ranks,
          blocks,
          static_cast<int>(scratch.size()),
          false,
          std::vector(static_cast<std::size_t>(ranks), scratch),
          std::move(rounds)};
}

Schedule exchange(int ranks, std::vector<Round> rounds = {}, const std::vector<int>& scratch = {}) {
  auto schedule = vectors(ranks, 2 * ranks, std::move(rounds), scratch);
  schedule.exchange = true;
  return schedule;
}

constexpr Step move_all(Rank from, Rank to, Blocks blocks, int at) { return {from, to, blocks, at, Action::replace}; }

struct Opinion {
  std::string refuted;  ///< the prover's counterexample; empty where it proves
  std::string wrong;    ///< what the oracle says; empty where it is right
};

Opinion opinion(const Schedule& schedule, Collective collective, Rank root = 0) {
  const auto verdict = Prover::prove(schedule, collective, root);
  return {refutation(verdict), oracle::judge(schedule, collective, root, 1).why};
}

bool both_find_right(const Schedule& schedule, Collective collective, Rank root = 0) {
  const auto found = opinion(schedule, collective, root);
  return found.refuted.empty() && found.wrong.empty();
}

/// The prover's counterexample where the oracle finds the schedule wrong too.
std::string both_refute(const Schedule& schedule, Collective collective, Rank root = 0) {
  const auto found = opinion(schedule, collective, root);
  return found.wrong.empty() ? "the oracle finds it right" : found.refuted;
}

TEST_CASE("a letter is a rank's contribution, a block of one rank, or the block from one rank to another") {
  CHECK(letter_name(Collective::exscan, 4, 0, 3) == "3");
  CHECK(letter_name(Collective::barrier, 4, 0, 3) == "3");
  CHECK(letter_name(Collective::bcast, 4, 2, 1) == "B of rank 2");
  CHECK(letter_name(Collective::scatterv, 4, 2, 1) == "B of rank 2");
  CHECK(letter_name(Collective::gather, 4, 2, 1) == "B of rank 1");
  CHECK(letter_name(Collective::alltoallw, 4, 0, 11) == "2→3");
}

TEST_CASE("at the start there is in a slot what the rank brings along, and nothing elsewhere") {
  const auto inputs = [](const Schedule& schedule, Collective collective, Rank root, Rank rank) {
    const auto state = symbolic_inputs(schedule, collective, root);
    return std::vector<Tree>(state.at(rank, 0), state.at(rank, 0) + schedule.slots());
  };
  const auto leaves = [](const std::vector<int>& letters) {
    std::vector<Tree> trees;
    for (const int l : letters) trees.push_back(l < 0 ? nothing : Trees::leaf(l));
    return trees;
  };
  const auto vector = vectors(2, 2, {}, {0}), pairs = exchange(2);
  CHECK(inputs(vector, Collective::scan, 0, 1) == leaves({1, 1, -1}));
  CHECK(inputs(vector, Collective::bcast, 1, 0) == leaves({-1, -1, -1}));
  CHECK(inputs(vector, Collective::bcast, 1, 1) == leaves({0, 1, -1}));
  CHECK(inputs(vector, Collective::scatter, 0, 0) == leaves({0, 1, -1}));
  CHECK(inputs(vector, Collective::gather, 0, 1) == leaves({-1, 1, -1}));
  CHECK(inputs(vector, Collective::allgatherv, 0, 0) == leaves({0, -1, -1}));
  CHECK(inputs(pairs, Collective::alltoall, 0, 0) == leaves({0, 1, -1, -1}));
  CHECK(inputs(pairs, Collective::alltoallw, 0, 1) == leaves({2, 3, -1, -1}));
}

TEST_CASE("a rank that ends without a block that is due there is refuted, the first rank as well as the last") {
  const auto bcast = [](int blocks, std::vector<Step> steps) { return vectors(3, blocks, {{"", std::move(steps)}}); };
  CHECK(both_find_right(bcast(1, {move(1, 0, 0, 0), move(1, 2, 0, 0)}), Collective::bcast, 1));
  CHECK(both_refute(bcast(1, {move(1, 0, 0, 0)}), Collective::bcast, 1) ==
        "p = 3, root 1, rank 2, block A: found nothing, due A of rank 1 (contract)");
  CHECK(both_refute(bcast(1, {move(1, 2, 0, 0)}), Collective::bcast, 1) ==
        "p = 3, root 1, rank 0, block A: found nothing, due A of rank 1 (contract)");
  CHECK(both_refute(bcast(2, {move_all(1, 0, {0, 2}, 0), move(1, 2, 0, 0)}), Collective::bcast, 1) ==
        "p = 3, root 1, rank 2, block B: found nothing, due B of rank 1 (contract)");
}

TEST_CASE("what a rank does not hold at the start it cannot send") {
  CHECK(both_refute(vectors(2, 2, {{"", {move_all(1, 0, {0, 2}, 0)}}}), Collective::gather) ==
        "p = 2, root 0, round 0, rank 1, block A: found nothing is sent, due a value (undefined)");
}

TEST_CASE("a wrong block is named by its source, and so is the one that is due") {
  const auto swapped = exchange(2, {{"", {move(0, 0, 0, 3), move(0, 0, 1, 2)}}});
  CHECK(both_refute(swapped, Collective::alltoall) == "p = 2, root 0, rank 0, block C: found 0→1, due 0→0 (contract)");
}

TEST_CASE("where all blocks have one size they may change places on the way; where they have not, they may not") {
  const std::vector<Round> there_and_back{{"", {move(1, 0, 1, 2)}}, {"", {move(0, 0, 2, 1)}}};
  const auto gather_through = [&](int label) { return vectors(2, 2, there_and_back, {label}); };
  CHECK(both_find_right(gather_through(0), Collective::gather));
  CHECK(both_find_right(gather_through(1), Collective::gather));
  CHECK(both_find_right(gather_through(1), Collective::gatherv));
  CHECK(both_refute(gather_through(0), Collective::gatherv) ==
        "p = 2, root 0, round 0, rank 0, block C: found block B arrives, due block A (malformed)");

  auto pairs = exchange(2, {{"", {move(0, 0, 0, 2), move(1, 1, 1, 3)}}, {"", {move(0, 1, 1, 2), move(1, 0, 0, 3)}}});
  CHECK(both_find_right(pairs, Collective::alltoallw));
  pairs.rounds.push_back({"", {move(0, 0, 3, 0)}});  // 1→0 into the place of 0→0
  CHECK(both_find_right(pairs, Collective::alltoall));
  CHECK(both_refute(pairs, Collective::alltoallv).ends_with("due block A (malformed)"));
}

TEST_CASE("in an exchange a slot stands for another block at each rank, so that none stays where it is") {
  const auto to_the_same_slot = exchange(2, {{"", {move(0, 1, 1, 1)}}});
  CHECK(both_refute(to_the_same_slot, Collective::alltoallv) ==
        "p = 2, root 0, round 0, rank 1, block B: found block B arrives, due block D (malformed)");
}

TEST_CASE("a fold is malformed where there is no operator") {
  CHECK(both_refute(vectors(2, 1, {{"", {fold(0, 1, 0, 0)}}}), Collective::bcast) ==
        "p = 2, root 0, round 0, rank 1, block A: found a fold, due replace: bcast has no operator (malformed)");
}

TEST_CASE("an exchange where none belongs is malformed, and so is a vector where an exchange belongs") {
  CHECK(both_refute(exchange(2), Collective::allgather) ==
        "p = 2, root 0: found an exchange, due one vector per rank (malformed)");
  CHECK(both_refute(vectors(2, 2), Collective::alltoallv) ==
        "p = 2, root 0: found one vector per rank, due an exchange: one block from each rank to each (malformed)");
  auto without_places_to_arrive = exchange(2);
  without_places_to_arrive.blocks = 2;
  CHECK(both_refute(without_places_to_arrive, Collective::alltoall) ==
        "p = 2, root 0: found 2 ranks with 2 blocks, due two blocks for each of at most 46340 ranks (malformed)");
}

TEST_CASE("scratch is malformed where a rank knows only the sizes of what it sends and receives itself") {
  const auto through_scratch = exchange(1, {{"", {move(0, 0, 0, 2)}}, {"", {move(0, 0, 2, 1)}}}, {0});
  CHECK(both_find_right(through_scratch, Collective::alltoall));
  for (const auto collective : {Collective::alltoallv, Collective::alltoallw})
    CHECK(both_refute(through_scratch, collective) ==
          "p = 1, root 0: found 1 scratch slots, due none: a rank knows only the sizes of what it sends and receives "
          "itself (malformed)");
}

TEST_CASE("scratch slots that stand for no block, or that are not there for every rank, are malformed") {
  const auto bcast_with = [](int extra, std::vector<std::vector<int>> scratch) {
    return refutation(Prover::prove({1, 2, extra, false, std::move(scratch), {}}, Collective::bcast, 0));
  };
  CHECK(bcast_with(1, {{1}}).empty());
  CHECK(bcast_with(1, {{2}}).ends_with("(malformed)"));
  CHECK(bcast_with(1, {{-1}}).ends_with("(malformed)"));
  CHECK(bcast_with(2, {{1}}).ends_with("(malformed)"));
  CHECK(bcast_with(1, {}).ends_with("(malformed)"));
}

TEST_CASE("where every rank has a block of its own, another number of blocks is malformed; a barrier has one") {
  using enum Collective;
  for (const auto c : {gather, gatherv, scatter, scatterv, allgather, allgatherv, reduce_scatter})
    CHECK(both_refute(vectors(2, 3), c) == "p = 2, root 0: found 3 blocks, due 2 (malformed)");
  CHECK(both_refute(vectors(1, 2), barrier) == "p = 1, root 0: found 2 blocks, due 1 (malformed)");
  for (const auto c : {bcast, scan, exscan, allreduce}) CHECK(both_find_right(vectors(1, 3), c));
}

TEST_CASE("data for others passes through the inner ranks of a tree, and through none where the root talks to all") {
  const auto forwards = [](const char* name, int p) {
    const auto verdict = Prover::prove(*find_algorithm(name), {p, 1});
    return std::get<Proved>(verdict).forwards();
  };
  CHECK_FALSE(forwards("gatherv/linear", 6));
  CHECK_FALSE(forwards("scatterv/linear", 6));
  CHECK(forwards("gatherv/binomial", 6));
  CHECK(forwards("scatterv/binomial", 6));
  CHECK_FALSE(forwards("gatherv/binomial", 2));
}

// Prefix sums.

Schedule prefix(int ranks, std::vector<Round> rounds) { return vectors(ranks, 1, std::move(rounds), {0}); }

TEST_CASE("a scan ends with the ranks up to its own, an exscan with those before") {
  const auto scan = prefix(3, {{"", {fold(0, 1, 0, 0)}}, {"", {fold(1, 2, 0, 0)}}});
  CHECK(both_find_right(scan, Collective::scan));
  CHECK(both_refute(scan, Collective::exscan) == "p = 3, root 0, rank 1, block A: found 0·1, due 0 (contract)");
  const auto exscan = prefix(3, {{"", {move(0, 1, 0, 1), move(1, 2, 0, 1)}},
                                 {"", {move(1, 1, 1, 0), move(2, 2, 1, 0)}},
                                 {"", {fold(1, 2, 0, 0)}}});
  CHECK(both_find_right(exscan, Collective::exscan));
  CHECK(both_refute(exscan, Collective::scan) == "p = 3, root 0, rank 1, block A: found 0, due 0·1 (contract)");
}

TEST_CASE("at the end an exscan has left rank 0 alone; what passes through its scratch, or is put back, is no matter") {
  const Round give{"", {move(0, 1, 0, 1)}}, take{"", {move(1, 1, 1, 0)}};
  CHECK(both_find_right(prefix(2, {give, take}), Collective::exscan));
  CHECK(both_refute(prefix(2, {give, {"", {move(1, 0, 0, 0)}}, take}), Collective::exscan) ==
        "p = 2, root 0, rank 0, block A: found 1, due 0, left alone (contract)");
  CHECK(both_refute(prefix(2, {{"", {fold(1, 0, 0, 0)}}, give, take}), Collective::exscan)
            .ends_with("left alone (contract)"));
  CHECK(both_find_right(prefix(2, {give, {"", {move(1, 0, 0, 1)}}, take}), Collective::exscan));
  CHECK(
      both_find_right(prefix(2, {give, {"", {move(1, 0, 0, 0)}}, {"", {move(1, 0, 1, 0)}}, take}), Collective::exscan));
}

// Barriers.

TEST_CASE("in a barrier no rank leaves before it knows of all, in whatever order and however often it hears of them") {
  const std::vector<Round> linear{
      {"", {fold(1, 0, 0, 0)}}, {"", {fold(2, 0, 0, 0)}}, {"", {fold(0, 1, 0, 0), fold(0, 2, 0, 0)}}};
  CHECK(both_find_right(vectors(3, 1, linear), Collective::barrier));
  auto twice = linear;
  twice.insert(twice.begin(), linear[1]);
  CHECK(both_find_right(vectors(3, 1, twice), Collective::barrier));
  auto one_goes = linear;
  one_goes[1].steps.clear();
  CHECK(both_refute(vectors(3, 1, one_goes), Collective::barrier) ==
        "p = 3, root 0, rank 0: found it leaves when {0, 1} have entered, due all have entered (contract)");
  CHECK(opinion(vectors(3, 1, one_goes), Collective::barrier).wrong == "a rank leaves before another has entered");
}

TEST_CASE("in a barrier of many ranks the one that nobody has heard of is found, whichever it is") {
  for (const int p : {63, 64, 65, 128, 129, 200}) {
    Round go{"", {}};
    for (Rank r = 1; r < p; ++r) go.steps.push_back(fold(0, r, 0, 0));
    for (const Rank unheard : {0, 1, 62, 63, 64, p - 1}) {
      if (unheard >= p) continue;
      std::vector<Round> rounds;
      for (Rank r = 1; r < p; ++r)
        if (r != unheard) rounds.push_back({"", {fold(r, 0, 0, 0)}});
      rounds.push_back(go);
      CAPTURE(p);
      CAPTURE(unheard);
      const auto verdict = Prover::prove(vectors(p, 1, rounds), Collective::barrier, 0);
      if (unheard == 0) {
        CHECK(std::holds_alternative<Proved>(verdict));
        continue;
      }
      REQUIRE(std::holds_alternative<Refuted>(verdict));
      const auto& found = std::get<Refuted>(verdict).counterexample.found;
      CHECK(found.find(" " + std::to_string(unheard) + ",") == found.npos);
      CHECK(found.find("{0, ") != found.npos);
    }
  }
}

TEST_CASE("in a barrier several ranks may signal one in the same round, each through a flag of its own") {
  const auto flags = prefix(3, {{"", {fold(1, 0, 0, 0), move(2, 0, 0, 1)}},
                                {"", {fold(0, 0, 1, 0)}},
                                {"", {move(0, 1, 0, 0), move(0, 2, 0, 0)}}});
  CHECK(both_find_right(flags, Collective::barrier));
}

TEST_CASE("a replacing step forgets who has entered, for prover and oracle, though nobody can unhear a message") {
  const auto forgets = prefix(2, {{"", {move(1, 0, 0, 0)}}, {"", {fold(0, 1, 0, 0)}}});
  const auto found = opinion(forgets, Collective::barrier);
  CHECK(found.refuted ==
        "p = 2, root 0, rank 0: found it leaves when {1} have entered, due all have entered (contract)");
  CHECK(found.wrong == "a wrong number at the end");
  CHECK(both_find_right(prefix(2, {{"", {fold(1, 0, 0, 0)}}, {"", {fold(0, 1, 0, 0)}}}), Collective::barrier));
}

TEST_CASE("neighbouring steps between the same two ranks are one message; moves inside a rank are none") {
  const auto programs = programs_of(
      {2,
       3,
       0,
       false,
       {},
       {{"", {fold(0, 1, 0, 0), fold(0, 1, 2, 2), fold(1, 0, 1, 1), fold(0, 1, 1, 1)}}, {"", {move(1, 1, 0, 1)}}}});
  CHECK(programs.messages.size() == 3);
  CHECK(programs.of(0).size() == 3);
  CHECK(programs.of(1).size() == 3);
}

TEST_CASE("two ranks that each send before they receive wait for ever; in one phase they do not") {
  const std::vector<Envelope> exchange{{0, 1, 0}, {1, 0, 0}};
  const auto found = find_deadlock({exchange, {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, {0, 2, 4}});
  REQUIRE(found.has_value());
  CHECK(describe(*found) ==
        "p = 2, round 0, rank 0: found waits for ever to send to rank 1, due the other side posts its receive "
        "(deadlock)");
  CHECK_FALSE(find_deadlock({exchange, {{0, 0}, {1, 0}, {1, 0}, {0, 0}}, {0, 2, 4}}));
  CHECK_FALSE(find_deadlock({exchange, {{0, 0}, {1, 1}, {0, 0}, {1, 1}}, {0, 2, 4}}));
}

TEST_CASE("blocks are named like the columns of a spreadsheet") {
  CHECK(block_name(0) == "A");
  CHECK(block_name(25) == "Z");
  CHECK(block_name(26) == "AA");
  CHECK(block_name(27 * 26 - 1) == "ZZ");
  CHECK(block_name(27 * 26) == "AAA");
}

TEST_CASE("a counterexample is described with what is known of it") {
  CHECK(describe({.fault = Fault::contract,
                  .ranks = 5,
                  .root = 2,
                  .round = 3,
                  .rank = 1,
                  .block = 1,
                  .found = "0·2",
                  .due = "0-4"}) == "p = 5, root 2, round 3, rank 1, block B: found 0·2, due 0-4 (contract)");
  CHECK(describe({.fault = Fault::claim, .ranks = 5, .root = -1, .found = "x", .due = "y"}) ==
        "p = 5: found x, due y (claim)");
}

/// Whether all ranks of an allreduce end with the same text, of each block, where a fold writes brackets.
bool have_one_bracketing(const Schedule& schedule) {
  State<std::string> state(schedule.ranks, schedule.slots());
  for (Rank r = 0; r < schedule.ranks; ++r)
    for (int b = 0; b < schedule.blocks; ++b) *state.at(r, b) = std::to_string(r);
  interpret(schedule, state, [](const auto& a, const auto& b) { return "(" + a + " " + b + ")"; });
  for (Rank r = 1; r < schedule.ranks; ++r)
    for (int b = 0; b < schedule.blocks; ++b)
      if (*state.at(r, b) != *state.at(0, b)) return false;
  return true;
}

TEST_CASE("ranks agree in every bit exactly where they hold the same bracketing") {
  Schedule own_left{.ranks = 2, .blocks = 1, .extra = 0, .scratch = {}, .rounds = {}};
  own_left.rounds.push_back({"", {{0, 1, {0, 1}, 0, Action::fold_right}, {1, 0, {0, 1}, 0, Action::fold_right}}});
  const auto verdict = Prover::prove(own_left, Collective::allreduce, 0);
  REQUIRE(std::holds_alternative<Proved>(verdict));
  CHECK(std::get<Proved>(verdict).needs().commutative);
  CHECK_FALSE(std::get<Proved>(verdict).agreement());
  CHECK_FALSE(have_one_bracketing(own_left));
  for (const auto& a : algorithms())
    for (int p = 1; a.collective == Collective::allreduce && p <= 12; ++p) {
      if (!a.supports.holds(p)) continue;
      const auto proof = Prover::prove(a, {p});
      REQUIRE_MESSAGE(std::holds_alternative<Proved>(proof), a.name, " p ", p);
      const auto& proved = std::get<Proved>(proof);
      CHECK_MESSAGE(proved.agreement() == have_one_bracketing(proved.schedule()), a.name, " p ", p);
    }
}

TEST_CASE("steps of one message that do not stand side by side are malformed, wherever in the round they stand") {
  const std::vector<Step> steps{move(0, 1, 0, 0), move(0, 1, 1, 1), move(0, 2, 0, 0), move(2, 1, 2, 2)};
  std::vector<std::size_t> order{0, 1, 2, 3};
  do {
    Schedule schedule{.ranks = 3, .blocks = 3, .extra = 0, .scratch = {}, .rounds = {{"", {steps[0]}}, {"", {}}}};
    for (const auto i : order) schedule.rounds[1].steps.push_back(steps[i]);
    const auto place = [&](std::size_t i) { return std::ranges::find(order, i) - order.begin(); };
    const auto found = find_split_message(schedule);
    CHECK((found ? describe(*found) : "") ==
          (std::abs(place(0) - place(1)) == 1
               ? ""
               : "p = 3, round 1, rank 0: found steps to rank 1 in several places of the round, due one message, its "
                 "steps side by side (malformed)"));
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("a record that claims no need of an associative operator is refuted where a tree combines three ranks") {
  auto algorithm = *find_algorithm("allreduce/recursive_doubling");
  algorithm.needs = {};
  CHECK(std::holds_alternative<Proved>(Prover::prove(algorithm, {2})));
  const auto verdict = Prover::prove(algorithm, {3});
  REQUIRE(std::holds_alternative<Refuted>(verdict));
  CHECK(std::get<Refuted>(verdict).counterexample.fault == Fault::claim);
}

// Nobody but the prover can make the executor's argument.
static_assert(!std::is_default_constructible_v<Proved>);
static_assert(!std::is_aggregate_v<Proved>);
static_assert(!std::is_constructible_v<Proved, std::shared_ptr<const Schedule>, Collective, Rank, Needs, bool, bool>);

}  // namespace
}  // namespace tutti
