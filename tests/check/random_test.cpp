// Compiled with -O1, since it walks over many schedules.
// Prover and oracle on schedules that nobody has thought out, of several blocks.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <random>

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
TEST_CASE(
    "among a thousand random schedules of a scan are some of which the first block is right and another is wrong") {
  for (const auto collective : {Collective::scan, Collective::exscan, Collective::allreduce, Collective::reduce}) {
    const auto seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Pick pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const auto is_wrong = [&](const Schedule& s) {
      return answer_of(Prover::prove(s, collective, 0)) == Answer::wrong;
    };
    int met = 0;
    for (int i = 0; i < 1000; ++i) {
      const auto schedule = random_schedule(collective, 2 + pick(6), 0, pick);
      const auto first = first_block_of(schedule);
      if (first && is_wrong(schedule) && !is_wrong(*first)) ++met;
    }
    CAPTURE(row(collective).name);
    CHECK(met > 0);
  }
}

}  // namespace
}  // namespace tutti
