// Datatypes as a recording describes them.
#pragma once
#include <mpi.h>

#include <cstdint>
#include <nlohmann/json.hpp>

namespace tutti::library {

/// What a recording says of a datatype. Datatypes of which it says the same share one, which lasts as long as the
/// program. Several threads may ask at once.
struct RecordedType {
  /// The name of a predefined one; the sizes, name and combiner of others, and where the smaller ones have data.
  nlohmann::ordered_json description{};
  bool predefined = true;
  std::int64_t size = 0;  ///< bytes of data in an element
  MPI_Aint extent = 0, true_lower = 0, true_extent = 0;
  /// The most bytes of an operand of an operator whose type is described.
  static constexpr MPI_Aint largest_operand = 256;

  /// That of a datatype that MPI has just taken, or of MPI_DATATYPE_NULL. Null where too many are described already.
  /// Throws Error where MPI fails.
  static const RecordedType* of(MPI_Datatype type);
  /// How many described ones the application has freed: their handles may be those of others by now.
  static std::uint64_t freed();
};

}  // namespace tutti::library
