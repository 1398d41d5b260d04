// libtutti from MPI_Init to MPI_Finalize.
#pragma once
#include <mpi.h>

#include "verified/library/call.hpp"

namespace tutti::library {

/// Collective over MPI_COMM_WORLD, where MPI has just been initialized: the settings of rank 0 become those of all. A
/// wrong one is said at rank 0 and ends the job with status 2; where a rank cannot do what they ask, it says so, and
/// all serve nothing. Where another tool keeps MPI_Init from us, the first call of a collective on MPI_COMM_WORLD does
/// this.
void begin();

/// When MPI_Finalize has returned: ends the program with status 1 where TUTTI_CHECK_EXIT asks for that.
void finish();

/// Does the call, by a proved schedule or by `own`: what the procedure returns.
int serve(MPI_Comm comm, const Call& call, Own own);

}  // namespace tutti::library
