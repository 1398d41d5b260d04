// The bracketings that the algorithms' schedules make of the ranks' operands, and what they come to.
#pragma once
#include <vector>

#include "verified/check/evaluate.hpp"
#include "verified/op/black_box/black_box.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::op {

/// Where a result is due, and the tree that the schedule leaves there. Of equal trees in one schedule the first place.
struct ResultPlace {
  Group group;
  Rank rank;
  int block;
  Tree tree;
  Tree in_order;  ///< due: (x0 ∘ x1) ∘ …, the operands of the same ranks in rank order, bracketed to the left
};

/// The schedule; if `swaps`, with the operands of every fold of an arrival from the right swapped, so that it needs no
/// copy: what may be done with an operator that is declared commutative, and what the executor does.
Schedule schedule_of(const Algorithm& algorithm, const Group& group, bool swaps);

/// (x_first ∘ x_(first+1)) ∘ …
Tree in_rank_order(const Word& word, Trees& trees);

/// All places of the algorithm on `ranks` ranks whose tree is not the one in order: by root, shape, rank and block.
/// `trees` are over that many letters.
std::vector<ResultPlace> result_places(const Algorithm& algorithm, int ranks, bool swaps, Trees& trees);

/// The place of that rank and block, where a result must be due, whatever its tree.
ResultPlace result_place(const Algorithm& algorithm, const Group& group, bool swaps, Rank rank, int block,
                         Trees& trees);

/// Evaluates trees over one element of each rank.
class Evaluation {
 public:
  /// Evaluates these trees and no others.
  Evaluation(const Trial& trial, const Trees& trees, const std::vector<Tree>& of);

  /// From now on x_r is operands[r]. False where a call trapped: then nothing has a value.
  bool run(const std::vector<Bytes>& operands);
  const Bytes& value(Tree tree) const { return values_.value(tree); }
  bool differ(Tree a, Tree b) const;

 private:
  const Trial& trial_;
  TreeValues<Bytes> values_;
};

/// "((x0 ∘ x1) ∘ x2)"
std::string expression(const Trees& trees, Tree tree);

}  // namespace tutti::op
