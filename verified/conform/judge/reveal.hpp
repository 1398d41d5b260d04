// The bracketing of sums that somebody else computes, revealed by numbers: FPRev (Xie, Wang, Huang, Gao, Guan, Xiong,
// "FPRev: Revealing the Accumulation Order of Floating-Point Operations by Numerical Testing", 2024).
//
// One summand is M, another -M, the others are 1, and M is so large that M + 1 rounds to M. Ones that meet M or -M
// before these two have cancelled are lost, so the sum counts the leaves outside the smallest subtree with both. The
// sizes of these subtrees, for pairs of leaves, determine the tree, up to the order of operands.
#pragma once
#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "verified/conform/case/bracketing.hpp"

namespace tutti::conform {

/// A tree, or why there is none. Operands stand in the order of their first leaves. A node with more than two operands
/// is a sum that rounds once, or whose sums within are exact.
struct Revealed {
  std::optional<Bracketing> tree;
  std::string why = {};
  std::optional<Bracketing> doubted = {};  ///< there is no tree, but this one by the masks: see unconfirmed()
  bool operator==(const Revealed&) const = default;
};

/// The number of leaves of the smallest subtree with both leaves, which are different; anything else where it is not
/// known.
using SubtreeSize = std::function<int(Rank, Rank)>;

/// The tree with the leaves 0 to n - 1, n >= 1, from the sizes of its subtrees. Asks for n - 1 to n(n - 1)/2 pairs.
Revealed tree_of_sizes(int n, const SubtreeSize& size);

/// M, -M and ones: the summands that tell the size of the smallest subtree with the leaves i and j. For floats, doubles
/// and long doubles, n < 2^24.
std::vector<double> masked(int n, Rank i, Rank j);

/// The size, from the sum of the masked summands; -1 where no sum of theirs can be that number.
int subtree_size(int n, double sum);

/// The sum by a binary tree, each addition rounded to T.
template <std::floating_point T>
T evaluate(const Bracketing& tree, std::span<const T> summands) {
  return evaluate(
      tree, [&](Rank rank) { return summands[static_cast<std::size_t>(rank)]; },
      [](const std::vector<T>& operands) { return operands[0] + operands[1]; });
}

/// Summands of both signs and many magnitudes, for which different trees have different sums as a rule. `test` numbers
/// them.
template <std::floating_point T>
std::vector<T> probe(int n, int test) {
  std::vector<T> summands;
  auto random = 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(test + 1);
  for (int i = 0; i < n; ++i) {
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;  // xorshift64 (Marsaglia, 2003)
    summands.push_back(
        std::ldexp(static_cast<T>(static_cast<std::int64_t>(random)), static_cast<int>(random % 7) - 63));
  }
  return summands;
}

/// Where the sums of probes are not those of the tree that the masks show.
Revealed unconfirmed(const Bracketing& tree);

/// The tree of a sum of n >= 1 doubles, confirmed by equal bits for `tests` probes where it is binary.
using Sum = std::function<double(std::span<const double>)>;
Revealed reveal_sum(int n, const Sum& sum, int tests = 4);

}  // namespace tutti::conform
