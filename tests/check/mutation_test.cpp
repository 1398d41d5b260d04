// The prover on damaged schedules: what it says must be what the oracle sees.
// Compiled with -O1, since it walks over many schedules.
#include "tests/support/mutation.hpp"

#include <array>
#include <cstdio>
#include <map>
#include <random>

#include "tests/support/all_cases.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/verdicts.hpp"
#include "verified/check/prove.hpp"

namespace tutti {
namespace {

using oracle::Answer;

/// `wrong` mutants are right for fewer operators than the original; those of `order` still are for commutative ones.
struct Count {
  int mutants = 0, wrong = 0, order = 0, killed = 0;
  void operator+=(const Count& o) { mutants += o.mutants, wrong += o.wrong, order += o.order, killed += o.killed; }
};

void print(std::string_view name, const Count& c) {
  std::printf("  %-40.*s %7d %7d %13d %7d %11d\n", static_cast<int>(name.size()), name.data(), c.mutants, c.wrong,
              c.order, c.killed, c.mutants - c.wrong);
}

struct Tally {
  std::array<Count, mutations.size()> of_mutation;
  std::array<Count, collectives.size()> of_collective;
  std::map<std::string, Count> of_algorithm;
  std::int64_t right = 0, exhaustive = 0;  ///< mutants right for some operators, and those of them judged exhaustively
};

struct Opinions {
  Verdict prover;
  oracle::Judgement oracle;
  bool agree() const { return answer_of(prover) == oracle.answer; }
};

Opinions ask_both(const Algorithm& algorithm, const Group& group, Mutation kind, const Mutant& mutant,
                  std::uint64_t seed, Tally& tally) {
  const Answer original = answer_of(Prover::prove(algorithm, group));
  CHECK_MESSAGE(original != Answer::wrong, algorithm.name, " ", print(group));
  Opinions both{Prover::prove(mutant.schedule, algorithm.collective, group.root),
                oracle::judge(mutant.schedule, algorithm.collective, group.root, seed, {.random_runs = 50})};
  const Answer answer = both.oracle.answer;
  const bool wrong = answer > original;
  const Count one{1, wrong, wrong && answer == Answer::only_commutative, wrong && answer_of(both.prover) > original};
  tally.of_mutation[static_cast<std::size_t>(kind)] += one;
  tally.of_collective[static_cast<std::size_t>(algorithm.collective)] += one;
  tally.of_algorithm[algorithm.name] += one;
  tally.right += answer != Answer::wrong;
  tally.exhaustive += both.oracle.exhaustive;
  return both;
}

std::string describe(const Algorithm& algorithm, const Group& group, const Mutant& mutant, const Opinions& both) {
  const auto* refuted = std::get_if<Refuted>(&both.prover);
  return algorithm.name + ", " + print(group) + ", " + mutant.change +
         "\nprover: " + (refuted ? describe(refuted->counterexample) : "") + "\noracle: " + both.oracle.why + "\n";
}

/// One random mutant of `algorithm`: mostly for 2 to 9 ranks, one in eight up to 17.
void try_mutant(const Algorithm& algorithm, Tally& tally) {
  const Group group = draw_group(algorithm, draw(8) == 0 ? 10 + draw(8) : 2 + draw(8));
  const auto kind = static_cast<Mutation>(draw(static_cast<int>(mutations.size())));
  const auto mutant = mutate(algorithm, group, kind, draw);
  RC_PRE(mutant.has_value());
  const auto both = ask_both(algorithm, group, kind, *mutant, *rc::gen::arbitrary<std::uint64_t>(), tally);
  RC_LOG() << describe(algorithm, group, *mutant, both);
  RC_ASSERT(both.agree());
}

void print(const Tally& tally) {
  std::printf("  %-40s %7s %7s %13s %7s %11s\n", "", "mutants", "wrong", "only in order", "killed", "equivalent");
  for (const auto& m : mutations) print(m.says, tally.of_mutation[static_cast<std::size_t>(m.id)]);
  Count all;
  for (const auto& c : collectives) {
    print(c.name, tally.of_collective[static_cast<std::size_t>(c.id)]);
    all += tally.of_collective[static_cast<std::size_t>(c.id)];
  }
  print("all", all);
  std::printf("  %lld of them are right for some operators; of %lld of these the oracle saw every interleaving\n",
              static_cast<long long>(tally.right), static_cast<long long>(tally.exhaustive));
}

TEST_CASE("prover and oracle agree on every mutant of every algorithm, and every wrong one is refuted") {
  Tally tally;
  for (const auto& algorithm : algorithms())
    property(
        "mutants of " + algorithm.name, [&] { try_mutant(algorithm, tally); }, 150,
        [&] { return tally.of_algorithm[algorithm.name].killed > 0; });

  print(tally);
  for (const auto& m : mutations) CHECK_MESSAGE(tally.of_mutation[static_cast<std::size_t>(m.id)].killed > 0, m.says);
  for (const auto& c : collectives)
    CHECK_MESSAGE(tally.of_collective[static_cast<std::size_t>(c.id)].killed > 0, c.name);
  CHECK(tally.of_algorithm.size() == algorithms().size());
  for (const auto& each : tally.of_algorithm) {
    CAPTURE(each.first);
    CHECK(each.second.killed == each.second.wrong);
  }
}

TEST_CASE("prover and oracle agree on mutants of every kind of every shape of every family, for p up to 7") {
  Tally tally;
  std::mt19937_64 random(1);
  const Pick pick = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  int shapes = 0;
  const auto try_all_kinds = [&](const Algorithm& algorithm, const Group& group) {
    const int before = tally.of_algorithm[algorithm.name].killed;
    for (const auto& m : mutations)
      if (const auto mutant = mutate(algorithm, group, m.id, pick)) {
        const auto both = ask_both(algorithm, group, m.id, *mutant, random(), tally);
        CHECK_MESSAGE(both.agree(), describe(algorithm, group, *mutant, both));
      }
    CHECK_MESSAGE(tally.of_algorithm[algorithm.name].killed > before, algorithm.name, " ", print(group));
    ++shapes;
  };
  for (const auto& algorithm : algorithms())
    for (int p = 2; algorithm.shapes && p <= 7; ++p)
      if (algorithm.supports.holds(p))
        for (const auto& shape : algorithm.shapes(p))
          try_all_kinds(algorithm, {.ranks = p, .root = pick(root_count(algorithm, p)), .shape = shape});
  Count all;
  for (const auto& each : tally.of_algorithm) all += each.second;
  std::printf("  %zu families, %d times a shape and a p: %d mutants, %d wrong and all of them killed\n",
              tally.of_algorithm.size(), shapes, all.mutants, all.wrong);
  CHECK(all.killed == all.wrong);
  CHECK(shapes > 0);
}

TEST_CASE("find_deadlock agrees with a search of all orders on programs whose phases are split, which all end alike") {
  int stuck = 0, free = 0;
  const auto agrees = [&] {
    const auto all = algorithms();
    const auto& algorithm = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
    const Group group = draw_group(algorithm, 2 + draw(4));
    const auto programs = split_stages(programs_of(algorithm.schedule(group)), draw);
    const auto expected = brute_force_deadlock(programs, 3000);
    RC_PRE(expected.has_value());
    RC_LOG() << algorithm.name << ", " << print(group) << "\n";
    RC_ASSERT(expected->sometimes == expected->always);
    RC_ASSERT(find_deadlock(programs).has_value() == expected->always);
    ++(expected->always ? stuck : free);
  };
  property("split programs", agrees, 100, [&] { return stuck > 0 && free > 0; });
  std::printf("  split programs: %d stuck, all of them found, and %d free of deadlock\n", stuck, free);
}

}  // namespace
}  // namespace tutti
