#include "verified/conform/judge/reveal.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tutti::conform {
namespace {

constexpr double huge = 0x1p100;

using Leaves = std::vector<Rank>;

struct NoTree : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Builder {
 public:
  explicit Builder(const SubtreeSize& size) : ask_(size) {}

  /// The subtree with exactly these leaves, ascending. Grows from the first leaf upwards: the leaves that meet it at
  /// the same node are those with the same size.
  Bracketing tree(const Leaves& all) {
    std::map<int, Leaves> by_size;
    for (std::size_t k = 1; k < all.size(); ++k) by_size[size_of(all[0], all[k])].push_back(all[k]);
    Bracketing grown{all[0]};
    std::size_t covered = 1;
    for (const auto& [size, joining] : by_size) {
      covered += joining.size();
      if (size != static_cast<int>(covered)) refuse(all[0], joining.front(), size);
      grown = {0, {std::move(grown)}};
      add_operands(joining, size, grown.parts);
    }
    return grown;
  }

 private:
  /// The other operands of a node with `size` leaves: two leaves belong to one operand if they meet below the node.
  void add_operands(Leaves rest, int size, std::vector<Bracketing>& operands) {
    while (!rest.empty()) {
      Leaves together{rest[0]}, others;
      for (std::size_t k = 1; k < rest.size(); ++k)
        (size_of(rest[0], rest[k]) == size ? others : together).push_back(rest[k]);
      operands.push_back(tree(together));
      rest = std::move(others);
    }
  }

  [[noreturn]] static void refuse(Rank i, Rank j, int size) {
    throw NoTree("no tree of additions: those that combine ranks " + std::to_string(i) + " and " + std::to_string(j) +
                 (size < 0 ? " give no whole number" : " would have " + std::to_string(size) + " operands in all") +
                 ", as in a compensated or an exact sum");
  }

  int size_of(Rank i, Rank j) {
    const auto [known, is_new] = known_.try_emplace({i, j}, 0);
    if (is_new) known->second = ask_(i, j);
    return known->second;
  }

  const SubtreeSize& ask_;
  std::map<std::pair<Rank, Rank>, int> known_;
};

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

}  // namespace

Revealed tree_of_sizes(int n, const SubtreeSize& size) {
  Leaves all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  try {
    return {Builder(size).tree(all)};
  } catch (const NoTree& e) {
    return {std::nullopt, e.what()};
  }
}

std::vector<double> masked(int n, Rank i, Rank j) {
  std::vector<double> summands(static_cast<std::size_t>(n), 1);
  summands[static_cast<std::size_t>(i)] = huge;
  summands[static_cast<std::size_t>(j)] = -huge;
  return summands;
}

int subtree_size(int n, double sum) {
  const bool counts = sum >= 0 && sum <= n - 2 && sum == std::floor(sum);
  return counts ? n - static_cast<int>(sum) : -1;
}

Revealed unconfirmed(const Bracketing& tree) {
  return {std::nullopt,
          "the masks show " + print(tree) +
              ", but other numbers have other sums: they are not rounded so, or the tree changes from call to call",
          tree};
}

Revealed reveal_sum(int n, const Sum& sum, int tests) {
  auto revealed = tree_of_sizes(n, [&](Rank i, Rank j) { return subtree_size(n, sum(masked(n, i, j))); });
  if (!revealed.tree || widest(*revealed.tree) > 2) return revealed;
  for (int t = 0; t < tests; ++t) {
    const auto summands = probe<double>(n, t);
    if (!same_bits(sum(summands), evaluate<double>(*revealed.tree, summands))) return unconfirmed(*revealed.tree);
  }
  return revealed;
}

}  // namespace tutti::conform
