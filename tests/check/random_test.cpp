// Compiled with -O1, since it walks over many schedules.
// Prover and oracle on schedules that nobody has thought out, of several blocks.
#include <algorithm>
#include <cstdio>
#include <optional>

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
    property(
        "random schedules for " + std::string(collective.name),
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
        300, has_all);
    std::printf("  %-20.*s %3d right, %3d for commutative operators only, %3d wrong\n",
                static_cast<int>(collective.name.size()), collective.name.data(), right, only_commutative, wrong);
    CAPTURE(collective.name);
    CHECK((only_commutative == 0 || collective.combines()));
  }
}

/// What becomes of its first block, as if there were no others; nothing where something goes from one block to another.
std::optional<Schedule> first_block_of(Schedule schedule) {
  const int blocks = schedule.blocks;
  for (auto& round : schedule.rounds) {
    std::vector<Step> steps;
    for (const auto& s : round.steps)
      for (int i = 0; i < s.blocks.count; ++i) {
        const int from = s.blocks.first + i, to = s.at + i;
        if (from % blocks != to % blocks) return std::nullopt;
        if (from % blocks == 0) steps.push_back({s.from, s.to, {from / blocks, 1}, to / blocks, s.action});
      }
    round.steps = std::move(steps);
  }
  schedule.blocks = 1;
  schedule.extra = std::min(schedule.extra, 1);
  for (auto& slots : schedule.scratch) slots.resize(static_cast<std::size_t>(schedule.extra));
  return schedule;
}

// A prover that looked at the first block alone would take these for right.
TEST_CASE("among random schedules of a scan are some of which the first block is right and another is wrong") {
  const auto is_wrong = [](const Schedule& s, Collective c) {
    return answer_of(Prover::prove(s, c, 0)) == Answer::wrong;
  };
  for (const auto collective : {Collective::scan, Collective::exscan, Collective::allreduce, Collective::reduce}) {
    int met = 0;
    const auto meets = [&] {
      const auto schedule = random_schedule(collective, 2 + draw(6), 0, draw);
      const auto first = first_block_of(schedule);
      met += first && is_wrong(schedule, collective) && !is_wrong(*first, collective);
    };
    property("schedules of " + std::string(row(collective).name), meets, 1000, [&] { return met > 0; });
  }
}

}  // namespace
}  // namespace tutti
