// A case whose call is alone: nothing else is under way on the communicator.
#pragma once
#include "verified/run/mpi/conform/job.hpp"

namespace tutti::mpi::conform {

using Data = std::vector<std::pair<std::string, std::vector<std::byte>>>;

/// Runs the call; a persistent one is started twice, a barrier several times. Collective over the group. Where `data`
/// is not null it gets the buffers of the first start after which something was wrong, else of the last.
Report run_alone(const Case& c, const Group& group, Data* data = nullptr);

}  // namespace tutti::mpi::conform
