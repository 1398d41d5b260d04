// Cases that are recorded, not judged: what bits a result has, and how long a call takes.
#pragma once
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/call.hpp"
#include "verified/conform/worker/group.hpp"

namespace tutti::mpi::conform {

/// Makes the call several times, each on the same operands. The first note of each rank is that of record_note.hpp; a
/// second, "messages N", says how many it has sent, where that is seen (messages_sent.hpp). Whether the result is right
/// is not asked. Collective over the group.
tutti::conform::Report record_digests(const tutti::conform::Case& c, Groups& groups);

/// Makes the call again and again, each time from a common start, for some hundredths of a second: the MPI's own, or
/// by a schedule that `scheduler` knows. Rank 0 notes the times, as in record_note.hpp. Collective over the world.
/// Throws std::invalid_argument where there is no such schedule, or no scheduler.
tutti::conform::Report record_times(const tutti::conform::Case& c, Groups& groups, const Scheduler& scheduler);

}  // namespace tutti::mpi::conform
