// Any factorisation of p: at each level groups of f ranks exchange what they hold pairwise, so that each holds f times
// as much. Near ranks exchange first, by the last factor of the shape.
#include "verified/algorithms/mixed_radix.hpp"

#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule mixed_radix(const Group& g) {
  Builder s(g, g.ranks);
  gather_within_groups(s, MixedRadix(g.shape, First::far));
  return std::move(s).done();
}

const Registered allgatherv_mixed_radix({
    .make = mixed_radix,
    .cost = {.paper = "",
             .differs = "rounds*alpha + (p - 1)/p*n*beta",
             .why = "the papers name the idea and price its extremes, recursive doubling and all blocks sent directly",
             .loop = {.of = "shape", .each = "rounds = rounds + factor - 1"}},
    .cites = "Rabenseifner 2004, extended version, 6 (future work)",
    .shapes = factorisations,
});

}  // namespace
}  // namespace tutti
