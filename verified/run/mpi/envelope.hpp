// How a datatype was made, by whatever procedure.
#pragma once
#include <mpi.h>

namespace tutti::mpi {

/// What MPI says of it, and how many numbers and datatypes MPI_Type_get_contents has, or its twin for large counts
/// where there are some.
struct Envelope {
  int combiner;
  MPI_Count integers, addresses, large_counts, types;
};

/// The envelope of a datatype that MPI has taken before, as it is then no error: MPI_Type_get_envelope, which is one
/// for those made with large counts (MPI 4.0, 5.1.13), is asked only where the MPI makes none of these. Nothing else of
/// ours may call it, for what fails without a communicator goes to the handler of MPI_COMM_WORLD or MPI_COMM_SELF.
/// Throws Failed.
Envelope envelope_of(MPI_Datatype type);

bool is_predefined(MPI_Datatype type);

}  // namespace tutti::mpi
