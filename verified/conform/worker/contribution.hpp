// Contributions whose result every MPI must get right: nothing in them is left to a compiler.
#pragma once
#include <cstddef>
#include <span>

#include "spec/op.hpp"
#include "spec/schedule.hpp"

namespace tutti::mpi::conform {

/// Changes pseudo-random elements of `rank`, one of `ranks`, so that C defines the result: a bool is 0 or 1 (C17,
/// 6.2.6.1), and neither sums nor products of signed integers overflow in any bracketing (6.5). MPI says nothing of
/// either. Unsigned integers wrap (6.2.5) and are left as they are.
void keep_defined(Op op, Type type, Rank rank, int ranks, std::span<std::byte> elements);

}  // namespace tutti::mpi::conform
