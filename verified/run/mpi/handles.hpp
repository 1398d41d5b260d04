// Our rows and MPI's handles for the predefined operations and datatypes.
#pragma once
#include <mpi.h>

#include <optional>

#include "spec/op.hpp"

namespace tutti::mpi {

MPI_Datatype handle(Type type);
MPI_Op handle(Op op);

/// The row of a predefined handle; nothing for any other handle. The numbers of Fortran have the rows of the C types
/// that they are.
std::optional<Type> type_of(MPI_Datatype type);
std::optional<Op> op_of(MPI_Op op);

}  // namespace tutti::mpi
