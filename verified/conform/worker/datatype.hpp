// A datatype of the table (verified/conform/case/datatype.hpp) as MPI makes it.
#pragma once
#include <mpi.h>

#include "verified/conform/case/datatype.hpp"

namespace tutti::mpi {

/// Committed, unless it is predefined; the caller's to free then. Of `large_count` by the constructors with counts of
/// MPI_Count, where the MPI has them (MPI 4.0, 5.1.2).
MPI_Datatype make(const tutti::conform::Datatype& type, bool large_count = false);

/// `bytes` bytes; committed, the caller's to free.
MPI_Datatype make_bytes(int bytes);

}  // namespace tutti::mpi
