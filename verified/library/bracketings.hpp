// What an operator of the application makes of an element, in whatever order an MPI may combine it.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tutti::library {

/// Elements of a datatype, packed: of rank 0, of rank 1, and so on.
using Operands = std::vector<std::vector<std::byte>>;

/// What is to be said of a result.
struct Plausibility {
  std::string wrong = {};    ///< why no order gives it, as a part of a sentence; empty where one may
  bool is_symmetric = true;  ///< to swap two operands has never changed a bit of a result, where one may
};

/// Whether the operator may make `found`, packed, of at least one operand. Of few operands every bracketing is tried,
/// and where it commutes every order; of more these: from the left, from the right, and many at random. Then a number
/// that the element may consist of lies about where those of the bracketings lie: taken for IEEE's floating-point
/// numbers, or for integers, of 2 to 16 bytes, of which the next has the next bit pattern. Throws mpi::Failed.
Plausibility plausibility(std::span<const std::byte> found, const Operands& operands, MPI_Datatype type, MPI_Op op);

}  // namespace tutti::library
