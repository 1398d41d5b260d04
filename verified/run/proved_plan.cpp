#include "verified/run/proved_plan.hpp"

#include <string>

#include "verified/run/planner.hpp"
#include "verified/schedule/error.hpp"

namespace tutti {
namespace {

Plan part_of(const Proved& proved, Rank rank, const Extents& extents, bool in_place) {
  const auto& schedule = proved.schedule();
  if (rank < 0 || rank >= schedule.ranks)
    throw Error("there is no rank " + std::to_string(rank) + " in a schedule for " + std::to_string(schedule.ranks));
  if (proved.only() >= 0 && proved.only() != rank)
    throw Error("this proof has the steps of rank " + std::to_string(proved.only()) +
                " only: prove the schedule for rank " + std::to_string(rank));
  return plan(schedule, proved.collective(), proved.root(), rank, extents, in_place);
}

}  // namespace

ProvedPlan::ProvedPlan(const Proved& proved, Rank rank, const Extents& extents, bool in_place)
    : plan_(part_of(proved, rank, extents, in_place)),
      needs_(proved.needs()),
      ranks_(proved.schedule().ranks),
      rank_(rank) {}

}  // namespace tutti
