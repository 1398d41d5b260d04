// A plan as a schedule of rounds, so that it can be drawn, priced and run like ours.
#pragma once
#include "verified/others/onesided.hpp"
#include "verified/others/plan.hpp"
#include "verified/others/schedule_file.hpp"

namespace tutti::others {

/// The same messages, each where it is received, in rounds that go from step to step as early as the order of the plan
/// allows; what is overwritten in between goes through scratch. The plan must be one that check_plan() does not refute.
/// Throws NoSchedule where blocks have several chunks, for which the language of schedules has no words, and where
/// chunks are mixed on the way.
GivenSchedule schedule_of(const Plan& plan);
/// Likewise what the first call of a plan of puts moves, where it is written; a threadblock does one operation after
/// the other.
GivenSchedule schedule_of(const OneSidedPlan& plan);

}  // namespace tutti::others
