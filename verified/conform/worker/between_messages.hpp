// A collective between messages of the program's own: each goes to its receive, and nothing else does.
#pragma once
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/group.hpp"

namespace tutti::mpi::conform {

/// Receives with MPI_ANY_SOURCE and MPI_ANY_TAG are pending, and messages are under way, on the communicator of the
/// collective while it runs. All must arrive as they were sent, and no other message may be left (MPI 4.0, 6.1:
/// collective and point-to-point communication do not meet). Collective over the world.
tutti::conform::Report between_messages(const tutti::conform::Case& c, Groups& groups);

}  // namespace tutti::mpi::conform
