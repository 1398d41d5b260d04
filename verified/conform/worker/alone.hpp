// A case whose call is alone: nothing else is under way on the communicator.
#pragma once
#include "verified/conform/worker/job.hpp"

namespace tutti::mpi::conform {

/// Runs the call; a persistent one is started twice, a barrier several times. Collective over the group.
Report run_alone(const Case& c, const Group& group, const Caller& caller = call_mpi);

}  // namespace tutti::mpi::conform
