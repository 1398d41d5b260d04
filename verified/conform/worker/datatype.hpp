// A datatype of the table (verified/conform/case/datatype.hpp) as MPI makes it.
#pragma once
#include <mpi.h>

#include "verified/conform/case/datatype.hpp"

namespace tutti::mpi {

/// Committed, unless it is predefined; the caller's to free then.
MPI_Datatype make(const tutti::conform::Datatype& type);

/// `bytes` bytes; committed, the caller's to free.
MPI_Datatype make_bytes(int bytes);

}  // namespace tutti::mpi
