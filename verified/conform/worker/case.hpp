// One call to check.
#pragma once
#include <string>

#include "verified/conform/worker/cargo.hpp"
#include "verified/conform/worker/operand.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::mpi {

/// The same on all ranks.
struct Case {
  const Algorithm* algorithm = nullptr;
  Shape shape = {};  ///< of a family; the first where it is empty
  Rank root = 0;
  bool in_place = false;  ///< by every rank that may
  std::uint64_t seed = 0;

  /// Of a reduction or scan: `counts` as in Reduction.
  const Operand* operand = nullptr;
  /// Of a movement: units of cargo in each block: one number for all, or one per block; in an exchange the block from r
  /// to j is number r·p + j and carries cargo[(r + j) % n] of the n kinds. With MPI_IN_PLACE (MPI 4.0, 6.8) the blocks
  /// from r to j and from j to r must be alike.
  std::vector<const Cargo*> cargo = {};
  bool scattered = false;  ///< the blocks of irregular collectives lie apart and in another order

  std::vector<int> counts = {};
};

/// "allreduce/mixed_radix shape 3x2 sum/double count 5", "gatherv/binomial vector counts 1,0,4 scattered root 2 in
/// place"
std::string describe(const Case& c);

}  // namespace tutti::mpi
