// The bracketings that the executor makes of the ranks' operands by the algorithms, and what they come to.
#pragma once
#include <functional>
#include <vector>

#include "verified/check/evaluate.hpp"
#include "verified/op/black_box/black_box.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti::op {

/// What the executor leaves where results are due, by rank and block, of vectors with one element in each block.
/// `operand(rank, block)` is what a rank brings along, and join(left, right) a call of the operator. With MPI_IN_PLACE
/// the calls are the same.
template <class Value>
State<Value> executed(const Algorithm& algorithm, const Group& group, const std::function<Value(Rank, int)>& operand,
                      const std::function<Value(const Value&, const Value&)>& join);

/// Where a result is due, and the tree that the executor leaves there. Of equal trees in one run the first place.
struct ResultPlace {
  Group group;
  Rank rank;
  int block;
  Tree tree;
  Tree in_order;  ///< due: (x0 ∘ x1) ∘ …, the operands of the same ranks in rank order, bracketed to the left
};

/// (x_first ∘ x_(first+1)) ∘ …
Tree in_rank_order(const Word& word, Trees& trees);

/// All places of the algorithm on `ranks` ranks whose tree is not the one in order: by root, shape, rank and
/// block. `trees` are over that many letters.
std::vector<ResultPlace> result_places(const Algorithm& algorithm, int ranks, Trees& trees);

/// The place of that rank and block, where a result must be due, whatever its tree.
ResultPlace result_place(const Algorithm& algorithm, const Group& group, Rank rank, int block, Trees& trees);

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
