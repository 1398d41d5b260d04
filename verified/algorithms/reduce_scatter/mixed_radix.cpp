// Any factorisation of p: at each level groups of f ranks exchange parts pairwise, and each keeps and folds 1/f of what
// it worked on so far. Far ranks exchange first, so every rank ends with its own block; it is for commutative
// operators.
#include "verified/algorithms/mixed_radix.hpp"

#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule mixed_radix(const Group& g) {
  Builder s(g, g.ranks);
  fold_within_groups(s, MixedRadix(g.shape, First::far));
  return std::move(s).done();
}

const Registered reduce_scatter_mixed_radix({
    .make = mixed_radix,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "",
             .differs = "rounds*alpha + (p - 1)/p*n*(beta + gamma)",
             .why = "the papers name the idea and price its extremes, halving and pairwise exchange",
             .loop = {.of = "shape", .each = "rounds = rounds + factor - 1"}},
    .cites = "Rabenseifner 2004, extended version, 6 (future work)",
    .shapes = factorisations,
});

}  // namespace
}  // namespace tutti
