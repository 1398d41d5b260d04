// From a schedule and the sizes of its blocks to the plan of one rank.
#pragma once
#include "verified/run/plan.hpp"

namespace tutti {

/// The part of `rank`; throws Error where what it needs of an area or sends at once has 2^63 elements or more, and
/// std::logic_error where it has a forbidden access or deviates from the steps (deviation.hpp), and where the extents
/// say nothing of some slots. The schedule needs to hold the steps of that rank only; in_place as in MPI: see Extents.
Plan plan(const Schedule& schedule, Collective collective, Rank root, Rank rank, const Extents& extents, bool in_place);

}  // namespace tutti
