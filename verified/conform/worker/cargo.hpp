// What a check of data movement carries: datatypes whose data the check itself knows where to find.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "spec/datatype.hpp"

namespace tutti::mpi {

/// `bytes` bytes at `at` from the origin of an element.
struct Stretch {
  std::ptrdiff_t at;
  std::int64_t bytes;
};

/// An element as MPI sees it, and where its data lies, in the order of its type map; all in bytes.
struct Element {
  MPI_Datatype type;
  std::ptrdiff_t extent;
  std::vector<Stretch> data;
};

/// Units of data: one element at the sender, `received_per_unit` elements of the same signature at the receiver.
struct Cargo {
  std::string name;
  Element sent, received;
  int received_per_unit = 1;
  int most = 1 << 30;  ///< units that fit into a buffer before elements overlap

  int unit_bytes() const;
};

/// As many elements of a predefined type.
Cargo cargo_of(Type type);

/// double; byte; a vector with holes; the same received as three ints; a struct with gaps, received in another order; a
/// negative lower bound, with a gap and without; a resized type; columns of a matrix, whose elements interleave; two
/// ints in reverse order, received as two ints. Freed by MPI_Finalize.
const std::vector<Cargo>& cargoes();

}  // namespace tutti::mpi
