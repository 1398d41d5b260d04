// libtutti from MPI_Init to MPI_Finalize.
#pragma once
#include <mpi.h>

#include <optional>

#include "verified/library/call.hpp"

namespace tutti::library {

/// Collective over MPI_COMM_WORLD, where MPI has just been initialized: the settings of rank 0 become those of all. A
/// wrong one is said at rank 0 and ends the job with status 2. Where another tool keeps MPI_Init from us, the first
/// call of a collective on MPI_COMM_WORLD does this.
void begin();

/// What the procedure returns, or nothing where the call is left to the MPI.
std::optional<int> serve(MPI_Comm comm, const Call& call);

}  // namespace tutti::library
