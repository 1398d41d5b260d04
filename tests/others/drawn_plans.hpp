// Schedules of the kinds that plans have words for, and what is said of plans that are made of them.
#pragma once
#include <fmt/format.h>

#include <string>
#include <utility>

#include "tests/support/property.hpp"
#include "tests/support/random_schedule.hpp"
#include "verified/check/prove.hpp"
#include "verified/others/plan_frame.hpp"
#include "verified/others/plan_schedule.hpp"

namespace tutti {

struct DrawnSchedule {
  Schedule schedule;
  Collective collective;
  Rank root;
};
inline DrawnSchedule draw_schedule(int most_ranks) {
  constexpr Collective kinds[] = {Collective::allreduce, Collective::reduce, Collective::bcast,
                                  Collective::reduce_scatter_block, Collective::allgather};
  const auto collective = kinds[draw(5)];
  const int p = 2 + draw(most_ranks - 1);
  const Rank root = row(collective).rooted() ? draw(p) : 0;
  auto schedule = random_schedule(collective, p, root, draw);
  if (collective == Collective::allgather && schedule.blocks != p) schedule.rounds.clear();
  return {std::move(schedule), collective, root};
}

inline std::string told(const others::PlanVerdict& v) {
  if (v.refuted) return fmt::format("{}: {}", name_of(v.refuted->fault), v.refuted->text);
  return fmt::format("proved, associative {}, commutative {}, agreement {}{}", v.needs.associative, v.needs.commutative,
                     v.agreement, v.slots ? fmt::format(", slots {}", *v.slots) : "");
}

/// What is proved of a plan, the prover proves of it as rounds.
template <class Plan>
void is_proved_as_rounds(const Plan& plan, const others::PlanVerdict& found) {
  const auto proof = Prover::prove(schedule_of(plan).schedule, plan.collective, plan.root);
  if (const auto* wrong = std::get_if<Refuted>(&proof)) RC_LOG() << describe(wrong->counterexample);
  RC_ASSERT(std::holds_alternative<Proved>(proof));
  RC_ASSERT(std::get<Proved>(proof).needs() == found.needs);
  RC_ASSERT(std::get<Proved>(proof).agreement() == found.agreement);
}

/// A plan that is made of a schedule has its verdict, its needs and its agreement, and so has it as rounds again.
/// `draw_plan` gives a `plan` and the `schedule` that it is made of.
template <class Draw>
void is_judged_alike(Draw draw_plan) {
  int proved = 0, refuted = 0;
  property(
      "plans and schedules have one verdict",
      [&] {
        const auto drawn = draw_plan();
        const auto due = Prover::prove(drawn.schedule, drawn.plan.collective, drawn.plan.root);
        const auto* const wrong = std::get_if<Refuted>(&due);
        const auto fault = wrong ? wrong->counterexample.fault : Fault::contract;
        RC_PRE(fault == Fault::undefined || fault == Fault::contract);
        const auto found = check_plan(drawn.plan);
        RC_LOG() << told(found);
        RC_ASSERT(found.refuted.has_value() == (wrong != nullptr));
        ++(wrong ? refuted : proved);
        if (wrong) return;
        RC_ASSERT(found.needs == std::get<Proved>(due).needs());
        RC_ASSERT(found.agreement == std::get<Proved>(due).agreement());
        is_proved_as_rounds(drawn.plan, found);
      },
      300, [&] { return proved > 30 && refuted > 10; });
}

}  // namespace tutti
