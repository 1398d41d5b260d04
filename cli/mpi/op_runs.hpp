// A user's operator, run by our schedules and by MPI's own collectives, and compared with rank order.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/mpi/user_op.hpp"
#include "verified/op/consequences/draws.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// A way to compute a collective on all ranks of the world.
struct Way {
  Collective collective;
  Group group;
  const Algorithm* algorithm = nullptr;  ///< null: MPI's own

  /// "allreduce/ring", "MPI_Allreduce"
  std::string name() const;
};

/// The ways of all collectives that combine, each with all roots and shapes: our algorithms,
/// without those that need a commutative operator unless it is declared so, and MPI's own; ways of one name stand
/// together. Collective over the world.
std::vector<Way> ways(int ranks, bool commutes);

/// An algorithm of these collectives that none of the ways runs.
struct LeftOut {
  const Algorithm* algorithm;
  std::string why;
};
std::vector<LeftOut> left_out(int ranks, const std::vector<Way>& ways);

/// Where a result is not the one in rank order.
struct Mismatch {
  Way way;
  Rank rank;
  int element;
  op::Operands operands;   ///< each rank's element there; whole vectors where it depends on the other elements
  std::string expression;  ///< what our executor calls, such as "((x0 ∘ x1) ∘ x2)"; empty of MPI's
                           ///< own, and where the element alone does not come to what is found
  op::Bytes found, due;    ///< one element
};

/// What is run: vectors of `count` elements, pool.tries times in each way. Where all blocks of a vector are of one
/// size, it has as many more as that takes.
struct Load {
  const op::Trial& trial;
  const mpi::UserOp& op;
  int count;
  op::Pool pool;
};

/// The first mismatch, its operands made simpler; nothing where there is none. Collective over the world, and equal at
/// all ranks.
std::optional<Mismatch> find_mismatch(const Way& way, const Load& load);

}  // namespace tutti::cli
