// Trees revealed by masks, from sums that follow a random tree and from sums that follow none.
#include "verified/conform/judge/reveal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "tests/support/property.hpp"

namespace tutti::conform {
namespace {

/// Any tree over the leaves, in whatever order; nodes have two to `widest_node` operands.
Bracketing any_tree(std::vector<Rank> all, int widest_node) {
  if (all.size() == 1) return {all.front()};
  const auto operands = std::min<std::size_t>(all.size(), static_cast<std::size_t>(2 + draw(widest_node - 1)));
  std::vector<std::vector<Rank>> shares(operands);
  for (std::size_t i = 0; i < all.size(); ++i)
    shares[i < operands ? i : static_cast<std::size_t>(draw(static_cast<int>(operands)))].push_back(all[i]);
  Bracketing node;
  for (auto& share : shares) node.parts.push_back(any_tree(std::move(share), widest_node));
  return node;
}

std::vector<Rank> shuffled(int n) {
  std::vector<Rank> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  for (int i = n; i > 1; --i) std::swap(all[static_cast<std::size_t>(i - 1)], all[static_cast<std::size_t>(draw(i))]);
  return all;
}

/// Operands in the order of their first leaves.
Bracketing sorted(Bracketing tree) {
  for (auto& part : tree.parts) part = sorted(std::move(part));
  std::ranges::sort(tree.parts, {}, [](const Bracketing& part) { return std::ranges::min(leaves(part)); });
  return tree;
}

/// A node adds its operands exactly, as in long double for few of them, and rounds once.
double fused(const std::vector<double>& operands) {
  long double sum = 0;
  double positive = 0, negative = 0;
  for (const double value : operands) {
    if (value > 0x1p90) positive = value;
    if (value < -0x1p90) negative = value;
    if (value <= 0x1p90 && value >= -0x1p90) sum += static_cast<long double>(value);
  }
  const double large = positive + negative;
  return large != 0 ? large : positive != 0 ? 0 : static_cast<double>(sum);
}

TEST_CASE("the tree of a sum is revealed, up to the order of operands") {
  property("the tree of a sum is revealed, up to the order of operands", [] {
    const int n = 1 + draw(24);
    const auto tree = any_tree(shuffled(n), 2);
    int calls = 0;
    const auto revealed = reveal_sum(n, [&](std::span<const double> x) {
      ++calls;
      return evaluate<double>(tree, x);
    });
    RC_ASSERT(revealed.tree == sorted(tree));
    RC_ASSERT(calls <= n * (n - 1) / 2 + 4);
  });
}

TEST_CASE("a sum in order takes two calls a leaf, not one for each pair") {
  int calls = 0;
  const int n = 40;
  const auto revealed = reveal_sum(n, [&](std::span<const double> x) {
    ++calls;
    return std::accumulate(x.begin(), x.end(), 0.0);
  });
  REQUIRE(revealed.tree);
  CHECK(print(*revealed.tree).starts_with("(((((((((((((((((((((((((((((((((((((((0·1)·2)·3)"));
  CHECK(calls == n - 1 + 4);
}

TEST_CASE("nodes that round once are revealed as nodes of many operands") {
  property("nodes that round once are revealed as nodes of many operands", [] {
    const int n = 1 + draw(16);
    const auto tree = any_tree(shuffled(n), 4);
    RC_PRE(widest(tree) > 2);
    const auto revealed = reveal_sum(n, [&](std::span<const double> x) {
      return evaluate(
          tree, [&](Rank r) { return x[static_cast<std::size_t>(r)]; }, fused);
    });
    RC_ASSERT(revealed.tree == sorted(tree));
  });
}

TEST_CASE("sums that follow no tree are refused with the reason") {
  const auto why = [](int n, const Sum& sum) {
    const auto revealed = reveal_sum(n, sum);
    CHECK_FALSE(revealed.tree);
    return revealed.why;
  };
  // Exact: M and -M always cancel alone.
  const auto exact = [](std::span<const double> x) {
    double ones = 0;
    long double others = 0;
    for (const double v : x) v == 1 ? ones += v : others += static_cast<long double>(v);
    return static_cast<double>(others + static_cast<long double>(ones));
  };
  CHECK(why(4, exact).starts_with("no tree of additions: those that combine ranks 0 and 1 would have 2 operands"));
  CHECK(why(3, [](std::span<const double>) {
          return 0.5;
        }).ends_with("give no whole number, as in a compensated or an exact sum"));
  // As the masks show, in order; but the last is counted twice.
  const auto doubled = [](std::span<const double> x) {
    const bool masks = std::ranges::find(x, 1.0) != x.end();
    return std::accumulate(x.begin(), x.end(), 0.0) + (masks ? 0 : x.back());
  };
  CHECK(why(3, doubled).starts_with("the masks show ((0·1)·2), but other numbers have other sums"));
}

TEST_CASE("a sum in a wider format is told from one that rounds each addition") {
  const auto wide = [](std::span<const double> x) {
    long double sum = 0;
    for (const double v : x) sum += static_cast<long double>(v);
    return static_cast<double>(sum);
  };
  CHECK(reveal_sum(6, wide).why.starts_with("the masks show "));
}

TEST_CASE("sizes that contradict each other give no tree") {
  CHECK(tree_of_sizes(3, [](Rank, Rank) { return 2; }).why.find("ranks 0 and 1 would have 2 operands") !=
        std::string::npos);
  CHECK(tree_of_sizes(1, [](Rank, Rank) { return 0; }).tree == Bracketing{0});
  property("sizes that are all alike but one give no tree of more than three leaves", [] {
    const int n = 4 + draw(6), i = draw(n - 1), j = i + 1 + draw(n - 1 - i);
    const auto size = [&](Rank a, Rank b) {
      return std::pair(std::min(a, b), std::max(a, b)) == std::pair(i, j) ? 3 : n;
    };
    const auto revealed = tree_of_sizes(n, size);
    if (revealed.tree) RC_ASSERT(leaves(*revealed.tree).size() == static_cast<std::size_t>(n));
  });
}

}  // namespace
}  // namespace tutti::conform
