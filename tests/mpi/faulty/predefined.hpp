// Faults of the predefined operators, and of what an allreduce remembers.
#pragma once
#include "tests/mpi/faulty/shim.hpp"

namespace tutti::faulty {

/// Where the fault of this run is one of `op` on `type`: computes the wrong result. Collective.
void spoil_predefined(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);

/// Likewise, of the faults that values.cpp lists. Collective.
void spoil_value(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);

/// The result of the call before, where it has as many bytes; and remembers this one.
void swap_with_previous(void* receive, int count, MPI_Datatype type);

/// An allreduce whose data is in a buffer that all threads share, and for some time.
int through_one_buffer(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);

}  // namespace tutti::faulty
