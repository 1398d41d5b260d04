// The handles of datatypes of other languages, where this MPI has them.
#pragma once
#include <mpi.h>

#include "spec/predefined_types.hpp"

namespace tutti::mpi {

/// Throws std::invalid_argument, which skips the case, where this MPI has no
/// such datatype, or one of another size than that of the type in C.
MPI_Datatype foreign_handle(const tutti::ForeignType& type);

}  // namespace tutti::mpi
