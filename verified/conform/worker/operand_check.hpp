// What an operator of the worker's own is given by the MPI.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tutti::mpi {

/// What the elements of an operator are, in bytes: of all its elements the same.
struct ElementSizes {
  int data, extent;
  int alignment = 1;  ///< of the basic types; the program's own buffers have it, and so must the MPI's
};

/// Lives while an MPI_User_function is at work on these; `type` is null where the reference calls it. Notes what must
/// not be (MPI 4.0, 6.9.5): a length below zero, a datatype that is null or is not that of the call, by its size and
/// extent, operands that are not aligned as the basic types must be, such that overlap, and that somebody writes the
/// first operand meanwhile.
class WatchedOperands {
 public:
  WatchedOperands(const void* in, const void* inout, int length, const MPI_Datatype* type, const ElementSizes& due);
  ~WatchedOperands();
  WatchedOperands(const WatchedOperands&) = delete;
  WatchedOperands& operator=(const WatchedOperands&) = delete;

 private:
  std::span<const std::byte> watched_;
  std::vector<std::byte> before_;
};

/// The first that was noted since the last call, on whichever thread.
std::optional<std::string> take_bad_operands();

}  // namespace tutti::mpi
