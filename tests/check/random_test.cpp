// Prover and oracle on schedules that nobody has thought out, of several
// blocks. Compiled with -O1, since it walks over many schedules.
#include <cstdio>

#include "tests/support/oracle.hpp"
#include "tests/support/property.hpp"
#include "tests/support/random_schedule.hpp"
#include "tests/support/verdicts.hpp"
#include "verified/check/prove.hpp"

namespace tutti {
namespace {

using oracle::Answer;

TEST_CASE(
    "prover and oracle say the same of random schedules of several "
    "blocks, for every collective") {
  for (const auto& collective : collectives) {
    int right = 0, only_commutative = 0, wrong = 0;
    const auto has_all = [&] { return right > 0 && wrong > 0 && (only_commutative > 0 || !collective.combines()); };
    // Few are for commutative operators only: so many are drawn that there is one.
    for (int turn = 0; turn < 20 && (turn == 0 || !has_all()); ++turn)
      property(
          "random schedules for " + std::string(collective.name) + ", turn " + std::to_string(turn),
          [&] {
            const int p = 1 + draw(7);
            const Rank root = collective.rooted() ? draw(p) : 0;
            const auto schedule = random_schedule(collective.id, p, root, draw);
            const auto verdict = Prover::prove(schedule, collective.id, root);
            const auto judgement = oracle::judge(schedule, collective.id, root, 1, {.random_runs = 20});
            RC_LOG() << "p = " << p << ", root " << root << ", " << schedule.blocks << " blocks and " << schedule.extra
                     << " slots of scratch\nprover: " << print(verdict) << "\noracle: " << judgement.why << "\n";
            RC_ASSERT(answer_of(verdict) == judgement.answer);
            ++(judgement.answer == Answer::wrong              ? wrong
               : judgement.answer == Answer::only_commutative ? only_commutative
                                                              : right);
          },
          300);
    std::printf("  %-20.*s %3d right, %3d for commutative operators only, %3d wrong\n",
                static_cast<int>(collective.name.size()), collective.name.data(), right, only_commutative, wrong);
    CAPTURE(collective.name);
    CHECK(has_all());
    CHECK((only_commutative == 0 || collective.combines()));
  }
}

}  // namespace
}  // namespace tutti
