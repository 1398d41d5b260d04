// How contributions were combined: an expression over ranks, whose nodes may have more than two operands.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/schedule.hpp"

namespace tutti::conform {

struct Bracketing {
  Rank leaf = 0;                       ///< where there are no parts
  std::vector<Bracketing> parts = {};  ///< the operands from left to right, two or more
  bool operator==(const Bracketing&) const = default;

  bool is_leaf() const { return parts.empty(); }
};

/// What the tree comes to: leaf(rank), and join(values) of the operands of a node, from left to right.
template <class Leaf, class Join>
auto evaluate(const Bracketing& tree, const Leaf& leaf, const Join& join) {
  using Value = decltype(leaf(Rank{}));
  if (tree.is_leaf()) return leaf(tree.leaf);
  std::vector<Value> operands;
  for (const auto& part : tree.parts) operands.push_back(evaluate(part, leaf, join));
  return static_cast<Value>(join(operands));
}

/// The leaves from left to right.
std::vector<Rank> leaves(const Bracketing& tree);

/// How many operands the widest node has; 0 for a leaf.
std::size_t widest(const Bracketing& tree);

/// "((0·1)·(2·3))"; a node of three "(0·1·2)".
std::string print(const Bracketing& tree);

/// No tree that is read has more nodes above one another: the stack would not hold it.
inline constexpr int deepest_bracketing = 4096;

/// The tree that such a text says; nothing for any other text.
std::optional<Bracketing> parse_bracketing(std::string_view text);

}  // namespace tutti::conform
