// What expression trees come to over values. A tree shares its parts with others: each is evaluated once.
#pragma once
#include <type_traits>
#include <utility>
#include <vector>

#include "verified/check/trees.hpp"

namespace tutti {

/// The values of some trees and of all below them, as often as there are other values for the letters.
template <class Value>
class TreeValues {
 public:
  TreeValues(const Trees& trees, const std::vector<Tree>& of)
      : trees_(trees), order_(trees.below(of)), values_(order_.empty() ? 0 : order_.back() + std::size_t{1}) {}

  /// From now on letter l has the value leaf(l), and left·right what join(left, right, result) makes of the values of
  /// both. False where a join says so: then nothing has a value.
  template <class Leaf, class Join>
  bool run(Leaf leaf, Join join) {
    for (const Tree t : order_)
      if (trees_.left(t) == nothing)
        values_[t] = leaf(Trees::letter(t));
      else if (!join(std::as_const(values_[trees_.left(t)]), std::as_const(values_[trees_.right(t)]), values_[t]))
        return false;
    return true;
  }
  const Value& value(Tree t) const { return values_[t]; }

 private:
  const Trees& trees_;
  std::vector<Tree> order_;    ///< operands before what is combined of them
  std::vector<Value> values_;  ///< by tree
};

/// The value of the tree where that of letter l is leaf(l), and that of left·right is join(left, right).
template <class Leaf, class Join>
auto evaluate(const Trees& trees, Tree tree, Leaf leaf, Join join) {
  using Value = std::decay_t<decltype(leaf(0))>;
  TreeValues<Value> values(trees, {tree});
  values.run(leaf, [&](const Value& left, const Value& right, Value& result) {
    result = join(left, right);
    return true;
  });
  return values.value(tree);
}

}  // namespace tutti
