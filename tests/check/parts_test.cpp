// Parts: what a rank builds and checks alone, by rules that are proved for all p.
// Compiled with -O1, since it walks over many schedules.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "tests/support/all_cases.hpp"
#include "tests/support/evaluate_graph.hpp"
#include "verified/algorithms/linear.hpp"
#include "verified/algorithms/ring.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/check/memory.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/rules/evaluation.hpp"
#include "verified/check/rules/obligations.hpp"
#include "verified/check/rules/own_part.hpp"
#include "verified/check/rules/proved.hpp"
#include "verified/check/rules/proved_digests.hpp"
#include "verified/schedule/program.hpp"
#include "verified/schedule/project.hpp"

namespace tutti {
namespace {

constexpr int most = Prover::proved_whole;

/// The part of group.only; `asked` counts how often it asks what the others found, who found the same.
struct Asking {
  Verdict prove(const Algorithm& algorithm, const Group& group) {
    return Prover::prove_part(algorithm, group, [&](Prover::Part part) {
      ++asked;
      return part;
    });
  }
  int asked = 0;
};

TEST_CASE("an algorithm is proved by its rules, or has none: no rules are shipped that are not proved") {
  for (const auto& algorithm : algorithms()) {
    CAPTURE(algorithm.name);
    CHECK(rules::proved_up_to(algorithm) == (algorithm.rules ? algorithm.rules().rules().slots.most_ranks : 0));
  }
  CHECK(std::ranges::is_sorted(rules::proved_digests));
}

TEST_CASE("a part is the projection of the whole, for ranks beyond 64") {
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.rules || algorithm.owner != algorithm.collective) continue;
    CAPTURE(algorithm.name);
    property(
        algorithm.name + ": a part is the projection of the whole",
        [&] {
          auto group = draw_group(algorithm, most + 1 + draw(40));
          if (group.ranks <= most) group.ranks = 2 * most;  // powers of two
          group.only = draw(group.ranks);
          Asking asking;
          const auto verdict = asking.prove(algorithm, group);
          const auto* part = std::get_if<Proved>(&verdict);
          RC_ASSERT(part);
          RC_ASSERT(asking.asked == 1);
          const auto whole =
              algorithm.schedule({.ranks = group.ranks, .root = group.root, .only = -1, .shape = group.shape});
          const auto own = project(whole, group.only);
          const auto& found = part->schedule();
          RC_ASSERT(found.rounds.size() == own.rounds.size());
          for (std::size_t i = 0; i < own.rounds.size(); ++i)
            RC_ASSERT(std::ranges::is_permutation(found.rounds[i].steps, own.rounds[i].steps));
          RC_ASSERT(found.slots() == own.slots());
          RC_ASSERT(found.scratch == own.scratch);
          RC_ASSERT(part->only() == group.only);
          RC_ASSERT(part->needs() == algorithm.needs);
          RC_ASSERT(!part->agreement());
        },
        3);
  }
}

TEST_CASE("some rank passes on data of others where the whole says so, and none where it does not") {
  for (const auto* name : {"gatherv/linear", "gatherv/binomial", "scatterv/linear", "scatterv/binomial"}) {
    const auto& algorithm = *find_algorithm(name);
    const Group group{.ranks = most + 1, .root = 7};
    const auto whole = Prover::prove(algorithm, group);
    REQUIRE(std::holds_alternative<Proved>(whole));
    bool some = false;
    for (Rank r = 0; r < group.ranks; ++r)
      static_cast<void>(
          Prover::prove_part(algorithm, {.ranks = group.ranks, .root = group.root, .only = r}, [&](Prover::Part part) {
            some |= part.forwards;
            return part;
          }));
    CAPTURE(name);
    CHECK(some == std::get<Proved>(whole).forwards());
  }
}

TEST_CASE("up to 64 ranks, and without rules, the whole is proved, and nobody is asked") {
  for (const auto& [name, p] : {std::pair{"allreduce/ring", most}, {"barrier/tree", most + 1}}) {
    Asking ranks;
    const auto verdict = ranks.prove(*find_algorithm(name), {.ranks = p, .only = 3});
    REQUIRE(std::holds_alternative<Proved>(verdict));
    CHECK(std::get<Proved>(verdict).only() == 3);
    CHECK(ranks.asked == 0);
  }
}

TEST_CASE("where another rank finds its part wrong, no rank runs") {
  const auto verdict =
      Prover::prove_part(*find_algorithm("allreduce/ring"), {.ranks = most + 1, .only = 3}, [](Prover::Part part) {
        CHECK(part.right);
        return Prover::Part{.right = false, .forwards = part.forwards};
      });
  REQUIRE(std::holds_alternative<Unknown>(verdict));
  CHECK(std::get<Unknown>(verdict).why == "allreduce/ring will not run: another rank's part is not what was proved");
}

// ---- other rules

/// Right up to p = 100.
struct WrongForManyRanks : RingAllgather {
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& v) {
    return moves<N>(true, v, wrap_up(v, 1, g.p),
                    if_else(
                        g.p <= 100, [&] { return wrap_down(v, k - 1, g.p); }, [&] { return v; }),
                    1);
  }
};

Algorithm with_rules(Rulebook rules) {
  auto algorithm = *find_algorithm("allgatherv/ring");
  algorithm.rules = rules;
  return algorithm;
}

TEST_CASE("rules that nobody proved are proved as a whole, and refuted there where they are wrong") {
  const auto algorithm = with_rules(program<PerRank, WrongForManyRanks>);
  CHECK(rules::proved_up_to(algorithm) == 0);
  for (const int p : {most + 1, 100, 101}) {
    Asking ranks;
    const auto verdict = ranks.prove(algorithm, {.ranks = p, .only = 0});
    CHECK(ranks.asked == 0);
    CHECK(std::holds_alternative<Refuted>(verdict) == (p > 100));
    CHECK(std::holds_alternative<Proved>(verdict) == (p <= 100));
  }
}

TEST_CASE("whatever a proof depends on changes the digest: needs, ranks, shapes and rules") {
  const auto changed = [](const char* name, auto change) {
    auto algorithm = *find_algorithm(name);
    REQUIRE(rules::proved_up_to(algorithm) > 0);
    change(algorithm);
    return rules::proved_up_to(algorithm) == 0;
  };
  CHECK(changed("allgatherv/ring", [](Algorithm& a) { a.supports = Supports::powers_of_two; }));
  CHECK(changed("allgatherv/ring", [](Algorithm& a) { a.rules = find_algorithm("gatherv/binomial")->rules; }));
  CHECK(changed("allgatherv/ring", [](Algorithm& a) { a.owner = Collective::gatherv; }));
  CHECK(changed("alltoall/pairwise_xor", [](Algorithm& a) { a.supports = Supports::all_p; }));
  CHECK(changed("reduce/ring", [](Algorithm& a) { a.needs.commutative = false; }));
  CHECK(changed("bcast/chain", [](Algorithm& a) { a.shapes = [](int) { return std::vector<Shape>{{7}}; }; }));
  CHECK(changed("bcast/chain", [](Algorithm& a) { a.shapes = [](int) { return std::vector<Shape>{}; }; }));
  CHECK(changed("allreduce/recursive_doubling", [](Algorithm& a) { a.needs.associative = false; }));
  CHECK(changed("reduce/binomial_rotated", [](Algorithm& a) { a.collective = Collective::allreduce; }));
  CHECK(changed("bcast/binomial", [](Algorithm& a) { a.collective = Collective::barrier; }));
}

int times_asked = 0, last_time = 0;  // of these shapes

/// Those of bcast/chain, as long as they are there.
std::vector<Shape> vanishing_shapes(int p) {
  if (++times_asked > last_time) throw std::runtime_error("no shapes any more");
  return find_algorithm("bcast/chain")->shapes(p);
}

TEST_CASE("a rank whose part is wrong asks the others all the same, once, and says what is wrong") {
  auto algorithm = *find_algorithm("bcast/chain");
  algorithm.shapes = vanishing_shapes;
  last_time = std::numeric_limits<int>::max();
  for (const bool fails : {false, true}) {
    if (fails) last_time = times_asked - 1;
    times_asked = 0;
    int asked = 0;
    const auto verdict = Prover::prove_part(algorithm, {.ranks = most + 1, .only = 2}, [&](Prover::Part part) {
      ++asked;
      CHECK(part.right == !fails);
      return part;
    });
    CHECK(asked == 1);
    CHECK(std::holds_alternative<Proved>(verdict) == !fails);
    if (const auto* unknown = std::get_if<Unknown>(&verdict))
      CHECK(unknown->why.find("bcast/chain will not run: ") == 0);
  }
}

/// The rules of a linear gather, which say that a seat hears from one other only: j, whatever that is.
struct HearsFromOne : LinearGather {
  static constexpr bool one_source = true;
  template <class N>
  static N source(const Ranks<N>&, const N&, const N&) {
    return N::variable("j");
  }
};

TEST_CASE("whether a seat hears from one other is read off its rules, whatever the phase says") {
  auto algorithm = *find_algorithm("gatherv/linear");
  algorithm.rules = program<PerRank, HearsFromOne>;
  for (const Rank only : {0, 3}) {
    const auto part = algorithm.schedule({.ranks = most + 1, .only = only});
    const auto due = project(algorithm.schedule({.ranks = most + 1}), only);
    REQUIRE(part.rounds.size() == due.rounds.size());
    for (std::size_t i = 0; i < due.rounds.size(); ++i) CHECK(part.rounds[i].steps == due.rounds[i].steps);
  }
}

TEST_CASE("a group that there is not has no part") {
  const auto& ring = *find_algorithm("allreduce/ring");
  for (const int p : {most, most + 1})
    for (const Rank only : {-1, p, p + 1}) {
      Asking ranks;
      CHECK(std::holds_alternative<Unknown>(ranks.prove(ring, {.ranks = p, .only = only})));
      CHECK(ranks.asked == 0);
    }
  Asking ranks;
  CHECK(std::holds_alternative<Unknown>(
      ranks.prove(*find_algorithm("alltoall/pairwise_xor"), {.ranks = most + 1, .only = 0})));
  CHECK(std::holds_alternative<Refuted>(
      ranks.prove(*find_algorithm("bcast/binomial"), {.ranks = most + 1, .root = most + 1, .only = 0})));
  CHECK(ranks.asked == 0);
}

TEST_CASE("the others' word that they pass on data counts") {
  const auto verdict =
      Prover::prove_part(*find_algorithm("gatherv/linear"), {.ranks = most + 1, .only = 3}, [](Prover::Part part) {
        CHECK_FALSE(part.forwards);
        return Prover::Part{.right = part.right, .forwards = true};
      });
  REQUIRE(std::holds_alternative<Proved>(verdict));
  CHECK(std::get<Proved>(verdict).forwards());
}

TEST_CASE("a shape that the record does not list is not proved by rules") {
  Asking ranks;
  static_cast<void>(ranks.prove(*find_algorithm("bcast/chain"), {.ranks = most + 1, .only = 0, .shape = {1234}}));
  CHECK(ranks.asked == 0);
}

TEST_CASE("a proof that takes too much memory is not begun") {
  const auto& algorithm = *find_algorithm("bcast/binary_tree");
  int p = most + 1;
  while (bytes_to_prove(algorithm, {.ranks = p}) <= Prover::most_bytes) p *= 2;
  const auto verdict = Asking().prove(algorithm, {.ranks = p, .only = 0});
  REQUIRE(std::holds_alternative<Unknown>(verdict));
  CHECK(std::get<Unknown>(verdict).why.find("bcast/binary_tree is not proved for all p, and a proof for p = ") == 0);
  CHECK(std::get<Unknown>(verdict).why.find("choose an algorithm that is proved for all p") != std::string::npos);
}

TEST_CASE("claims come to the same by the evaluation that ranks use and by the one of the tests") {
  std::map<std::string, std::vector<rules::Claim>> of_all;
  property(
      "an evaluation of claims",
      [&] {
        const auto all = algorithms();
        const auto& algorithm = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
        RC_PRE(algorithm.rules && algorithm.name.find("circulant") == std::string::npos);  // a memory
        const auto group = draw_group(algorithm, 1 + draw(300));
        auto& claims = of_all[algorithm.name + print_shape(group.shape)];
        if (claims.empty()) claims = rules::obligations(algorithm, algorithm.rules().rules(), group.shape);
        std::vector<const rules::Claim*> chosen{
            &claims[static_cast<std::size_t>(draw(static_cast<int>(claims.size())))]};
        Assignment values{{"p", group.ranks}, {"root", group.root}, {"q", floor2(group.ranks)}, {"lg", 0}};
        while (2 << values["lg"] <= group.ranks) ++values["lg"];
        rules::Evaluation evaluation(chosen, {}, values, {});
        for (const auto* name :
             {"k", "t", "other_turn", "i", "other_part", "v", "x", "c", "u", "r", "s", "j", "first", "m", "count"}) {
          values[name] = draw(group.ranks + 3) - 1;
          evaluation.set(evaluation.variable(name), values[name]);
        }
        const auto is = [&](const rules::C& c) { return evaluate(c.graph(), values) == 1; };
        const bool fails = std::ranges::all_of(chosen[0]->assumptions, is) && !is(chosen[0]->holds);
        RC_ASSERT(evaluation.first_that_fails().has_value() == fails);
        RC_ASSERT(!fails);  // for it is proved
      },
      3000);
}

}  // namespace
}  // namespace tutti
