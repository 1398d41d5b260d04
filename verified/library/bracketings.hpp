// What an operator makes of an element, in whatever order an MPI may combine it.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "spec/op.hpp"

namespace tutti::library {

/// Elements of a datatype, packed: of rank 0, of rank 1, and so on.
using Operands = std::vector<std::vector<std::byte>>;

/// What is to be said of a result.
struct Plausibility {
  std::string wrong = {};    ///< why no order gives it, as a part of a sentence; empty where one may
  bool is_symmetric = true;  ///< to swap two operands has never changed a bit of a result, where one may
};

/// Whether an operator of the application may make `found`, packed, of at least one operand. Of few operands every
/// bracketing is tried, and where it commutes every order, and `found` must be one of the results; of more these: from
/// the left, from the right, and many at random, and `found` must lie about these (nearness.hpp); of elements so large
/// that only some can be tried, nothing is said of bytes that nobody describes. Throws mpi::Failed.
Plausibility plausibility(std::span<const std::byte> found, const Operands& operands, MPI_Datatype type, MPI_Op op);

/// Whether a sum or a product of floating-point or complex numbers may be `found`: roundings can take it so far from
/// the exact one (verified/conform/judge/exact.hpp), and of few operands it lies between the results of all orders, or
/// is what comes of a wider type; of complex products that is said only where all results overflow. Throws mpi::Failed.
Plausibility plausibility(std::span<const std::byte> found, const Operands& operands, Op op, Type type);

}  // namespace tutti::library
