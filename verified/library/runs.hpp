// Which bytes of an element of a datatype are data.
#pragma once
#include <cstdint>
#include <vector>

#include "verified/run/mpi/layout.hpp"

namespace tutti::library {

/// Bytes of an element that are data, from its true lower bound on.
struct Run {
  std::int64_t begin, end;
};

/// All of an element, in ascending order, as long as they can be: where ones stay that MPI unpacks into zeros. Throws
/// std::bad_alloc where the element reaches over more addresses than can be mapped.
std::vector<Run> runs_of(const mpi::Layout& layout);

}  // namespace tutti::library
