#include "verified/conform/worker/job.hpp"

#include "verified/conform/case/legal.hpp"
#include "verified/conform/worker/barrier_counters.hpp"
#include "verified/conform/worker/barrier_job.hpp"
#include "verified/conform/worker/movement_job.hpp"
#include "verified/conform/worker/reduction_job.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Procedure;

std::optional<std::string> why_not_run(const Case& c, int ranks) {
  if (c.ranks != ranks)
    return "the case is for " + std::to_string(c.ranks) + " ranks, this launch has " + std::to_string(ranks);
  if (auto why = tutti::conform::why_not(c)) return why;
  if (auto why = lacking(c)) return why;
  if (c.procedure == Procedure::barrier && !BarrierCounters::available())
    return "there is no file for the counters of those who have entered";
  return std::nullopt;
}

std::unique_ptr<Job> Job::make(const Case& c, const Group& group, const Caller& caller) {
  if (combines(c.procedure)) return std::make_unique<ReductionJob>(c, group, caller);
  if (c.procedure == Procedure::barrier) return std::make_unique<BarrierJob>(c, group, caller);
  return std::make_unique<MovementJob>(c, group, caller);
}

}  // namespace tutti::mpi::conform
