// At which sizes an MPI changes the trees by which it combines: found by bisection between sizes that are sampled.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "verified/baseline/recording.hpp"

namespace tutti::baseline {

/// Which trees there are for a count.
struct TreeQuestion {
  std::size_t chain;
  std::int64_t count;
};

using Trees = std::vector<TreeOfRanks>;

/// Those of all ranks in the order of elements, without saying which elements: that changes with their number.
Trees trees_of(const conform::Revelation& revelation);

/// Whether both have the same trees, whether or not these are confirmed.
bool are_alike(const Trees& a, const Trees& b);

/// The answers to all of them, in their order; none where nothing came of one. Its questions are those of one round,
/// which may be asked together.
using TreeOracle = std::function<std::vector<std::optional<Trees>>(const std::vector<TreeQuestion>&)>;

/// What is known of one reduction on so many ranks.
struct FoundTrees {
  std::vector<TreeSegment> segments;
  bool complete = true;  ///< false where the trees change more often than was asked for
};

/// For each list of counts, ascending and not empty, the trees from the first to the last of them. Where neighbouring
/// samples have different trees each count at which they change is found, unless they change back in between; equal
/// ones are taken to have the same trees between them. A count that nothing came of ends a segment before it.
std::vector<FoundTrees> find_tree_changes(const std::vector<std::vector<std::int64_t>>& samples, const TreeOracle& ask,
                                          int most_questions = 200);

}  // namespace tutti::baseline
