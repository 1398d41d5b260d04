// In round i every rank sends the block of rank + i straight to it and folds what arrives from rank - i. Contributions
// arrive in a rotated order: for commutative operators.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule pairwise(const Group& g) {
  Builder s(g, g.ranks);
  pairwise_exchange(s, Seats(g.ranks));
  return std::move(s).done();
}

const Registered record({
    .make = pairwise,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "(p - 1)*alpha + (p - 1)/p*n*beta + (p - 1)/p*n*gamma"},
    .cites = "Thakur et al. 2005, 4.4 (long messages)",
});

}  // namespace
}  // namespace tutti
