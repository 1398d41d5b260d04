// The prover and what it stands on: shared trees, races, deadlock, and the text of a counterexample.
#include "verified/check/prove.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <numeric>

#include "tests/all_cases.hpp"
#include "tests/oracle.hpp"
#include "tests/property.hpp"
#include "verified/check/progress.hpp"
#include "verified/check/race.hpp"

namespace tutti {
namespace {

TEST_CASE("every algorithm is proved for all p up to 9 and all roots, for just the operators that the oracle says") {
  for_all(9, [](const Algorithm& algorithm, const Group& g) {
    CAPTURE(algorithm.name);
    CAPTURE(g.ranks);
    CAPTURE(g.root);
    const auto verdict = Prover::prove(algorithm, g);
    REQUIRE(std::holds_alternative<Proved>(verdict));
    const auto& proved = std::get<Proved>(verdict);
    const auto judgement = oracle::judge(proved.schedule(), algorithm.collective, g.root, 1);
    CHECK_MESSAGE(judgement.answer == (proved.needs().commutative ? oracle::Answer::only_commutative
                                                                  : oracle::Answer::every_associative),
                  judgement.why);
    CHECK((judgement.exhaustive || g.ranks > 3));
  });
}

TEST_CASE("what each algorithm needs for p up to 16 over all roots is exactly what its record claims") {
  for (const auto& algorithm : algorithms()) {
    Needs derived;
    for_all(16, [&](const Algorithm& a, const Group& g) {
      if (a.name != algorithm.name) return;
      const auto verdict = Prover::prove(a, g);
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

TEST_CASE("a p for which an algorithm has no schedule is undecided, not proved") {
  CHECK(std::holds_alternative<Unknown>(Prover::prove(*find_algorithm("reduce_scatter/permuted_halving"), {6})));
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

TEST_CASE("letters, size, word, each_rank_once and the printed tree are those of the tree written out") {
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
      RC_ASSERT(trees.each_rank_once(naive.tree) == (sorted == everyone));
    }
  });
}

TEST_CASE("trees: whatever is joined with nothing is nothing, and sizes beyond 32 bits stay at the limit") {
  Trees trees(2);
  CHECK(trees.join(nothing, Trees::leaf(1)) == nothing);
  CHECK(trees.join(Trees::leaf(1), nothing) == nothing);
  CHECK(!trees.word(nothing));
  CHECK(trees.letters(nothing, 5).empty());
  Tree t = Trees::leaf(0);
  for (int i = 0; i < 40; ++i) t = trees.join(t, t);
  CHECK(trees.size(t) == UINT32_MAX);
  CHECK(!trees.each_rank_once(t));
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

TEST_CASE("the race of a rank with very many steps in a round is found as well") {
  constexpr int slots = 100;
  const auto scatter = [](std::vector<Step> more) {
    for (int k = 0; k < slots; ++k) more.push_back(move(0, 2 + k % 2, k, k));
    for (int k = 0; k < slots; ++k) more.push_back(move(1, 1, k, k + slots));
    return RaceCheck(4, 2 * slots).check({"", more});
  };
  CHECK_FALSE(scatter({}));
  CHECK(scatter({move(3, 0, 40, 40)}));
  CHECK(scatter({fold(3, 1, 0, 17)}));
  CHECK(scatter({fold(3, 1, 0, 150)}));
  CHECK_FALSE(scatter({fold(3, 0, 0, 17)}));
}

TEST_CASE("one round's steps do not race with the next one's") {
  RaceCheck check(3, 1);
  CHECK_FALSE(check.check({"", {fold(1, 0, 0, 0)}}));
  CHECK_FALSE(check.check({"", {fold(2, 0, 0, 0)}}));
}

Verdict prove_reduce(int ranks, int blocks, std::vector<Round> rounds, std::vector<std::vector<int>> scratch = {}) {
  const int extra = scratch.empty() ? 0 : static_cast<int>(scratch.front().size());
  return Prover::prove({ranks, blocks, extra, std::move(scratch), std::move(rounds)}, Collective::reduce, 0);
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
    return oracle::judge({2, blocks, extra, std::move(scratch), std::move(rounds)}, Collective::allreduce, 0, 1);
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

TEST_CASE("a schedule in which the result has no place is malformed, not proved for lack of anything to check") {
  const auto malformed = [](const Verdict& verdict) {
    const auto* refuted = std::get_if<Refuted>(&verdict);
    return refuted && refuted->counterexample.fault == Fault::malformed;
  };
  CHECK(malformed(Prover::prove({2, 1, 0, {}, {}}, Collective::reduce_scatter, 0)));  // rank 1 has no block 1
  CHECK(malformed(Prover::prove({2, 1, 0, {}, {}}, Collective::reduce, 2)));          // no such root
  CHECK(malformed(Prover::prove({2, 1, 0, {}, {}}, Collective::reduce, -1)));
  CHECK(malformed(Prover::prove({2, 0, 0, {}, {}}, Collective::allreduce, 0)));  // no block at all
}

TEST_CASE("neighbouring steps between the same two ranks are one message; moves inside a rank are none") {
  const auto programs = programs_of(
      {2,
       3,
       0,
       {},
       {{"", {fold(0, 1, 0, 0), fold(0, 1, 2, 2), fold(1, 0, 1, 1), fold(0, 1, 1, 1)}}, {"", {move(1, 1, 0, 1)}}}});
  CHECK(programs.messages.size() == 3);
  CHECK(programs.of(0).size() == 3);
  CHECK(programs.of(1).size() == 3);
}

TEST_CASE("two ranks that each send before they receive wait for ever; in one phase they do not") {
  const std::vector<Message> exchange{{0, 1, 0}, {1, 0, 0}};
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

TEST_CASE("ranks agree in every bit exactly where they hold the same bracketing") {
  Schedule own_left{.ranks = 2, .blocks = 1, .extra = 0, .scratch = {}, .rounds = {}};
  own_left.rounds.push_back({"", {{0, 1, {0, 1}, 0, Action::fold_right}, {1, 0, {0, 1}, 0, Action::fold_right}}});
  const auto verdict = Prover::prove(own_left, Collective::allreduce, 0);
  REQUIRE(std::holds_alternative<Proved>(verdict));
  CHECK(std::get<Proved>(verdict).needs().commutative);
  CHECK_FALSE(std::get<Proved>(verdict).agreement());
  for (const auto& a : algorithms())
    for (int p = 1; a.collective == Collective::allreduce && p <= 33; ++p) {
      const auto proof = Prover::prove(a, {p});
      CHECK_MESSAGE(std::get<Proved>(proof).agreement(), a.name, " p ", p);
    }
}

TEST_CASE("steps of one message that do not stand side by side are malformed") {
  const std::vector<Step> steps{move(0, 1, 0, 0), move(0, 2, 0, 0), move(0, 1, 1, 1)};
  const auto split = [&](std::vector<std::size_t> order) {
    Schedule schedule{.ranks = 3, .blocks = 2, .extra = 0, .scratch = {}, .rounds = {{"", {}}}};
    for (const auto i : order) schedule.rounds[0].steps.push_back(steps[i]);
    return find_split_message(schedule);
  };
  CHECK_FALSE(split({0, 2, 1}));
  REQUIRE(split({0, 1, 2}));
  CHECK(describe(*split({0, 1, 2})) ==
        "p = 3, round 0, rank 0: found steps to rank 1 in several places of the round, due one message, its steps side "
        "by side (malformed)");
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
static_assert(!std::is_constructible_v<Proved, std::shared_ptr<const Schedule>, Collective, Rank, Needs, bool>);

}  // namespace
}  // namespace tutti
