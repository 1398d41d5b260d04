// Makes operands simple that show something.
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "verified/op/law_finding.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// The same vector with the leaf of element `at` replaced by 0, 1, 2, -1, 3, …, up to the value that it has, or by all
/// of these few where it has none of them.
std::vector<Bytes> with_simpler_leaf(const Type& type, const Bytes& vector, std::size_t at, const Leaf& leaf);

/// Replaces the leaf of element `at` in all vectors, so that it is equal in all, by the simplest value with which
/// still(vectors) holds.
template <class Still>
void simplify_together(const Type& type, std::vector<Bytes>& vectors, std::size_t at, const Leaf& leaf, Still still) {
  const auto place = static_cast<std::ptrdiff_t>(at * type.size + leaf.offset);
  for (const auto& simpler : with_simpler_leaf(type, vectors.front(), at, leaf)) {
    auto candidate = vectors;
    for (auto& vector : candidate)
      std::copy_n(simpler.begin() + place, value_bytes(leaf.scalar), vector.begin() + place);
    if (!still(candidate)) continue;
    vectors = std::move(candidate);
    return;
  }
}

/// Makes vectors of one length simpler, leaf by leaf, for as long as still(vectors) holds: it is true of the result.
template <class Still>
void simplify(const Type& type, std::vector<Bytes>& vectors, Still still) {
  const auto elements = vectors.front().size() / type.size;
  for (std::size_t at = 0; at < elements; ++at)
    for (const auto& leaf : type.leaves) simplify_together(type, vectors, at, leaf, still);
  constexpr int passes = 2;  // a leaf may become simpler once another one has
  for (int pass = 0; pass < passes; ++pass)
    for (auto& vector : vectors)
      for (std::size_t at = 0; at < elements; ++at)
        for (const auto& leaf : type.leaves)
          for (auto& simpler : with_simpler_leaf(type, vector, at, leaf)) {
            vector.swap(simpler);
            if (still(vectors)) break;
            vector.swap(simpler);
          }
}

}  // namespace tutti::op
