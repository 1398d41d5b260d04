// A part of a buffer.
#pragma once
#include <mpi.h>

#include <cstdint>

namespace tutti::library {

/// Elements of a buffer, the first with its origin `origin` bytes from the address that the application has given.
struct Area {
  std::int64_t origin, elements;
  MPI_Datatype type;
};

}  // namespace tutti::library
