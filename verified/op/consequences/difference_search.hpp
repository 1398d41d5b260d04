// Looks for operands on which an algorithm's result differs from that in rank order.
#pragma once
#include <functional>
#include <vector>

#include "verified/op/consequences/bracketing.hpp"
#include "verified/op/consequences/draws.hpp"

namespace tutti::op {

/// A run of an algorithm whose result is not the one in rank order.
struct Difference {
  const Algorithm* algorithm;
  Group group;
  Rank rank;           ///< where it is seen
  int block;           ///< and in which part of the vector
  Operands operands;   ///< of each rank: its element in that block; of a split its vector, an element a block
  bool split = false;  ///< only because the function is called for each block alone
  Bytes found, due;    ///< one element
};

/// Tells `found` of one difference of each of the algorithms at most: that with the smallest p at which one was found,
/// then root, shape, rank and block. `split`: also one that is there only because the function is called for each block
/// alone instead of once for the whole vector. The operands are drawn from the pool and from trial.seed, satisfy
/// trial.pre, and are then made simpler. Calls the function in this process; of two results of the same operands that
/// contradict each other nothing is told.
void find_differences(const Trial& trial, std::vector<const Algorithm*> algorithms, int most_ranks, const Pool& pool,
                      bool split, const std::function<void(const Difference&)>& found);

}  // namespace tutti::op
