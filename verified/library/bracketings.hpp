// What an operator of the application makes of an element, in whatever order an MPI may combine it.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace tutti::library {

/// Elements of a datatype, packed: of rank 0, of rank 1, and so on.
using Operands = std::vector<std::vector<std::byte>>;

/// Whether at least one operand is given, and the operator makes `due`, packed, of them in each of many bracketings:
/// from the left, from the right and at random; where it commutes, in random orders, too. Throws mpi::Failed.
bool always_gives(std::span<const std::byte> due, const Operands& operands, MPI_Datatype type, MPI_Op op);

}  // namespace tutti::library
