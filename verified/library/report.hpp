// How many calls went by which schedule, and how many by the MPI and why: what TUTTI_VERBOSE=1 prints.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>

#include "spec/collective.hpp"
#include "verified/library/settings.hpp"

namespace tutti::library {

using Counter = std::atomic<std::uint64_t>;

/// The counter of the calls of this rank that were served by that schedule, such as "allreduce/ring"; it lasts as long
/// as the program. Several threads may ask and count at once.
Counter& served_by(Collective collective, const std::string& schedule);
/// The counter of those that were left to the MPI for that reason.
Counter& left_for(Collective collective, const std::string& reason);

/// A result of the MPI that is not that of the proved schedule.
struct Finding {
  std::string text;
  bool is_wrong;  ///< else two right results may differ in this
};
/// Counts it; says it on stderr where it is the first of its kind at this rank. Several threads may do so at once.
void note_difference(Collective collective, const std::string& kind, const Finding& finding);

/// Prints the sums over all ranks of MPI_COMM_WORLD at its rank 0, on stderr; where calls are checked, writes the JUnit
/// file that the settings name, too. Collective. The exit status that is due, at all ranks alike: 1 where a result was
/// wrong, 3 where there were calls to check and none was, else 0.
int report(const Settings& settings);

}  // namespace tutti::library
