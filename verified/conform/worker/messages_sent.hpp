// How many messages the MPI sends below its calls, where that can be seen.
#pragma once
#include <cstdint>
#include <optional>

namespace tutti::mpi::conform {

/// What this process has handed to UCX so far, as MPICH does for all ranks, also of one node. Nothing where it has
/// handed nothing to it: then messages go another way.
std::optional<std::int64_t> messages_sent();

}  // namespace tutti::mpi::conform
