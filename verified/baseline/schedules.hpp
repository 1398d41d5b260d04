// Which proved schedules are timed beside an MPI's own calls.
#pragma once
#include <vector>

#include "verified/baseline/recording.hpp"
#include "verified/choose/profile.hpp"

namespace tutti::baseline {

/// For each call on at most `most_ranks` ranks that has one: the same call by the schedule that the selector picks as
/// the fastest for its size and number of ranks by that profile, as the executor does; each once. None for nonblocking
/// calls, for what is local, and where no schedule is proved.
std::vector<Case> by_schedules(const std::vector<Case>& calls, const Profile& profile, int most_ranks);

}  // namespace tutti::baseline
