// What a check of data movement sends and receives: datatypes whose data the check itself knows where to find.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/predefined_types.hpp"
#include "verified/conform/case/datatype_pairs.hpp"

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
struct DatatypePair {
  std::string name;
  Element sent, received;
  int received_per_unit = 1;
  int most = INT_MAX;  ///< units that fit into a buffer before elements overlap

  int unit_bytes() const;
};

/// As many elements of a predefined type.
DatatypePair datatypes_of(Type type);
/// Throws std::invalid_argument where this MPI does not have it.
DatatypePair datatypes_of(const tutti::ForeignType& type);

/// The rows of verified/conform/case/datatype_pairs.hpp, but for mixtures; made as by make(). Freed by MPI_Finalize.
const std::vector<DatatypePair>& datatype_pairs(bool large_count = false);

/// In what the MPI's own extent or packing of the datatypes differs from its type map, or nothing. Where they differ,
/// nobody who packs by that MPI can move it rightly.
std::optional<std::string> misrepresented(const DatatypePair& datatypes);

}  // namespace tutti::mpi
