// All algorithms and many mutants: the second engine finds what the prover finds, and cvc5 confirms its queries.
#include "verified/check/smt/engine.hpp"

#include <doctest/doctest.h>

#include <cstdio>

#include "tests/support/all_cases.hpp"
#include "tests/support/cvc5.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/random_schedule.hpp"
#include "tests/support/verdicts.hpp"

namespace tutti {
namespace {

using smt::engine_queries;
using smt::prove_again;

TEST_CASE("both engines prove every algorithm for p up to 6, all roots and shapes, with the same needs and agreement" *
          doctest::test_suite("slow")) {
  for_all(6, [](const Algorithm& algorithm, const Group& g) {
    const auto verdict = Prover::prove(algorithm, g);
    CAPTURE(algorithm.name);
    CAPTURE(print(g));
    CHECK(std::holds_alternative<Proved>(verdict));
    CHECK(print(prove_again(algorithm, g)) == print(verdict));
  });
}

TEST_CASE("both engines find the same of a thousand mutants that are well formed and do not race") {
  int holding = 0, refuted = 0, only_commutative = 0, structural = 0;
  const auto all = algorithms();
  property(
      "mutants for two engines",
      [&] {
        const auto& algorithm = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
        const auto group = draw_group(algorithm, 2 + draw(6));
        const auto kind = static_cast<Mutation>(draw(static_cast<int>(mutations.size())));
        const auto mutant = mutate(algorithm, group, kind, draw);
        RC_PRE(mutant.has_value());
        const auto verdict = Prover::prove(mutant->schedule, algorithm.collective, group.root);
        const auto* wrong = std::get_if<Refuted>(&verdict);
        const bool no_meaning = wrong && wrong->counterexample.fault < Fault::undefined;
        structural += no_meaning;
        RC_PRE(!no_meaning);
        const auto finding = prove_again(mutant->schedule, algorithm.collective, group.root);
        RC_LOG() << algorithm.name << ", " << print(group) << ", " << mutant->change << "\nprover: " << print(verdict)
                 << "\nZ3:     " << print(finding) << "\n";
        RC_ASSERT(print(finding) == print(verdict));
        const auto* holds = std::get_if<Holds>(&finding);
        ++(holds ? holding : refuted);
        only_commutative += holds && holds->needs.commutative;
      },
      1000, [&] { return holding > 0 && only_commutative > 0 && refuted > 0; });
  std::printf("  mutants: %d hold (%d of them only for commutative operators), %d are refuted, by both engines;\n",
              holding, only_commutative, refuted);
  std::printf("  %d more are malformed or race, which is found before anything is interpreted\n", structural);
}

TEST_CASE("both engines find the same of a thousand random schedules of several blocks") {
  int holding = 0, refuted = 0;
  property(
      "random schedules for two engines",
      [&] {
        const auto& collective = collectives[static_cast<std::size_t>(draw(static_cast<int>(collectives.size())))];
        const int p = 1 + draw(6);
        const Rank root = collective.rooted() ? draw(p) : 0;
        const auto schedule = random_schedule(collective.id, p, root, draw);
        const auto verdict = Prover::prove(schedule, collective.id, root);
        const auto* wrong = std::get_if<Refuted>(&verdict);
        const bool no_meaning = wrong && wrong->counterexample.fault < Fault::undefined;
        RC_PRE(!no_meaning);
        const auto finding = prove_again(schedule, collective.id, root);
        RC_LOG() << collective.name << ", p = " << p << ", root " << root << "\nprover: " << print(verdict)
                 << "\nZ3:     " << print(finding) << "\n";
        RC_ASSERT(print(finding) == print(verdict));
        ++(wrong ? refuted : holding);
      },
      1000, [&] { return holding > 0 && refuted > 0; });
  std::printf("  random schedules: %d hold, %d are refuted, by both engines\n", holding, refuted);
}

TEST_CASE("cvc5 confirms the second engine, for all algorithms, p up to 4, roots and shapes" *
          doctest::test_suite("slow")) {
  std::vector<smt::Query> proved;
  for_all(4, [&](const Algorithm& algorithm, const Group& group) {
    for (const auto& query : engine_queries(algorithm, group)) proved.push_back(query);
  });
  const auto opinion = ask_cvc5(proved);
  CHECK(opinion.contradicted == std::vector<std::string>{});
  CHECK(opinion.undecided == 0);
}

}  // namespace
}  // namespace tutti
