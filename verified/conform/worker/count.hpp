// Counts what this program sends, from between it and the MPI library (MPI 4.0, 14.2: the profiling interface).
#pragma once
#include <cstdint>

namespace tutti::mpi {

struct Traffic {
  std::int64_t messages = 0;
  std::int64_t elements = 0;
  bool operator==(const Traffic&) const = default;
};

/// All that this rank has sent by MPI_Isend so far. Linking this in replaces MPI_Isend by a wrapper of PMPI_Isend.
Traffic sent();

}  // namespace tutti::mpi
