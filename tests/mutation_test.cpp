// The prover on damaged schedules: what it says must be what the oracle sees.
#include "tests/mutation.hpp"

#include <array>
#include <cstdio>
#include <map>

#include "tests/oracle.hpp"
#include "tests/property.hpp"
#include "verified/check/prove.hpp"

namespace tutti {
namespace {

using oracle::Answer;

Answer answer_of(const Verdict& verdict) {
  const auto* proved = std::get_if<Proved>(&verdict);
  if (!proved) return Answer::wrong;
  return proved->needs().commutative ? Answer::only_commutative : Answer::every_associative;
}

/// `wrong` mutants are right for fewer operators than the original; those of `order` still are for commutative ones.
struct Count {
  int mutants = 0, wrong = 0, order = 0, killed = 0;
  void operator+=(const Count& o) { mutants += o.mutants, wrong += o.wrong, order += o.order, killed += o.killed; }
};

void print(std::string_view name, const Count& c) {
  std::printf("  %-40.*s %7d %7d %13d %7d %11d\n", static_cast<int>(name.size()), name.data(), c.mutants, c.wrong,
              c.order, c.killed, c.mutants - c.wrong);
}

/// Mostly 2 to 9, one in eight up to 17.
int draw_ranks(const Algorithm& algorithm) {
  const int p = draw(8) == 0 ? 10 + draw(8) : 2 + draw(8);
  return algorithm.supports == Supports::power_of_two ? floor2(p) : p;
}

struct Tally {
  std::array<Count, mutations.size()> of_mutation;
  std::map<std::string, Count> of_algorithm;
  std::int64_t right = 0, exhaustive = 0;  ///< mutants right for some operators, and those of them judged exhaustively
};

/// One random mutant of `algorithm`: prover and oracle must agree on it.
void try_mutant(const Algorithm& algorithm, Tally& tally) {
  const int p = draw_ranks(algorithm);
  const Group group{p, row(algorithm.collective).rooted() ? draw(p) : 0};
  const auto kind = static_cast<Mutation>(draw(static_cast<int>(mutations.size())));
  const auto mutant = mutate(algorithm, group, kind, draw);
  RC_PRE(mutant.has_value());
  RC_LOG() << algorithm.name << ", p = " << p << ", root " << group.root << ", " << mutant->change << "\n";

  const Answer original = answer_of(Prover::prove(algorithm, group));
  RC_ASSERT(original != Answer::wrong);
  const auto verdict = Prover::prove(mutant->schedule, algorithm.collective, group.root);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto judgement = oracle::judge(mutant->schedule, algorithm.collective, group.root, seed);
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    RC_LOG() << "prover: " << describe(refuted->counterexample) << "\n";
  RC_LOG() << "oracle: " << judgement.why << "\n";

  const Answer found = answer_of(verdict);
  const bool wrong = judgement.answer > original;
  const Count one{1, wrong, wrong && judgement.answer == Answer::only_commutative, wrong && found > original};
  tally.of_mutation[static_cast<std::size_t>(kind)] += one;
  tally.of_algorithm[algorithm.name] += one;
  tally.right += judgement.answer != Answer::wrong;
  tally.exhaustive += judgement.exhaustive;
  RC_ASSERT(found == judgement.answer);
}

TEST_CASE("prover and oracle agree on every mutant, and every wrong one is refuted") {
  Tally tally;
  for (const auto& algorithm : algorithms())
    property(
        "mutants of " + algorithm.name, [&] { try_mutant(algorithm, tally); }, 200);

  std::printf("  %-40s %7s %7s %13s %7s %11s\n", "mutation", "mutants", "wrong", "only in order", "killed",
              "equivalent");
  Count all;
  for (const auto& m : mutations) {
    const Count& count = tally.of_mutation[static_cast<std::size_t>(m.id)];
    print(m.says, count);
    all += count;
    CHECK_MESSAGE(count.killed > 0, m.says);
  }
  print("all", all);
  std::printf("  %lld of them are right for some operators; of %lld of these the oracle saw every interleaving\n",
              static_cast<long long>(tally.right), static_cast<long long>(tally.exhaustive));
  CHECK(all.killed == all.wrong);
  CHECK(all.mutants >= 1000);
  CHECK(tally.of_algorithm.size() == algorithms().size());
  for (const auto& each : tally.of_algorithm) CHECK_MESSAGE(each.second.killed > 0, each.first);
}

TEST_CASE("find_deadlock agrees with a search of all orders on programs whose phases are split, which all end alike") {
  int stuck = 0, free = 0;
  property("split programs", [&] {
    const auto all = algorithms();
    const auto& algorithm = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
    const int p = algorithm.supports == Supports::power_of_two ? floor2(2 + draw(4)) : 2 + draw(4);
    const auto programs = split_phases(programs_of(algorithm.schedule({p, draw(p)})), draw);
    const auto expected = brute_force_deadlock(programs, 3000);
    RC_PRE(expected.has_value());
    RC_LOG() << algorithm.name << ", p = " << p << "\n";
    RC_ASSERT(expected->sometimes == expected->always);
    RC_ASSERT(find_deadlock(programs).has_value() == expected->always);
    ++(expected->always ? stuck : free);
  });
  std::printf("  split programs: %d stuck, all of them found, and %d free of deadlock\n", stuck, free);
  CHECK(stuck > 0);
  CHECK(free > 0);
}

}  // namespace
}  // namespace tutti
