// Where the blocks of a buffer lie, and how the arguments of a call say so.
#pragma once
#include <vector>

#include "verified/conform/worker/expected_buffer.hpp"

namespace tutti::mpi {

/// Units of one pair of datatypes that travel as one block.
struct Parcel {
  const DatatypePair* datatypes;
  std::int64_t units;
};

/// How a call describes the blocks of a buffer: by one count and one type; by counts and displacements in extents of
/// one type (v); by counts, displacements in bytes and types (w).
enum class Described { alike, displaced, typed };

/// The blocks in their order, and what the arguments of the call say. One count and one type where `alike`, else one
/// count and one displacement per block; one type per block where `typed`.
struct Placement {
  std::vector<PlacedBlock> blocks;
  std::vector<std::int64_t> counts, displacements;
  std::vector<MPI_Datatype> types;
};

/// Blocks side by side; or, where `scattered` and not alike, apart, the last one first and the first origin before the
/// start of the buffer. With the elements of the receiver where `received`, else of the sender.
Placement place(const std::vector<Parcel>& parcels, Described how, bool scattered, bool received);

}  // namespace tutti::mpi
