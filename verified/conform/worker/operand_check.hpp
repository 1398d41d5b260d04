// What an operator of the worker's own is given by the MPI.
#pragma once
#include <mpi.h>

#include <optional>
#include <string>

namespace tutti::mpi {

/// What the elements of an operator are, in bytes: of all its elements the same.
struct ElementSizes {
  int data, extent;
  int alignment = 1;  ///< of the basic types; the program's own buffers have it, and so must the MPI's
};

/// Notes what must not be (MPI 4.0, 6.9.5): a length below zero, a datatype that is null or is not that of the call, by
/// its size and extent, operands that are not aligned as the basic types must be, and such that overlap. To be called
/// by an MPI_User_function; `type` is null where the reference calls it.
void check_operands(const void* in, const void* inout, int length, const MPI_Datatype* type, const ElementSizes& due);

/// The first that was noted since the last call, on whichever thread.
std::optional<std::string> take_bad_operands();

}  // namespace tutti::mpi
