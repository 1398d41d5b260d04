// Recursive vector halving with distance doubling scatters the result over a power of two of the ranks, vector
// doubling with distance halving spreads it. Surplus ranks are folded in before, by half vectors, and served at the
// end.
#include "verified/algorithms/bits.hpp"
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule halving_doubling(const Group& g) {
  const int q = floor2(g.ranks);
  Builder s(g, q);
  const Seats seat = fold_surplus_by_halves(s, g.ranks, 0);
  halve_vector_double_distance(s, seat);
  double_vector_halve_distance(s, seat);
  if (g.ranks > q) s.round("surplus ranks get the result");
  for (int v = 0; v < g.ranks - q; ++v) s.move(seat[v], rank_that_leaves(v, seat[v]), {0, q});
  return std::move(s).done();
}

const Registered record({
    .make = halving_doubling,
    .needs = {.associative = true},
    .cost = {.paper = "p == q ? 2*lg(p)*alpha + 2*n*beta + n*gamma - 1/p * (2*n*beta + n*gamma)"
                      "       : 2*lg(q)*alpha + alpha + 2*alpha_uni + 2*n*beta + n*(beta + 3*beta_uni)/2 + 3/2*n*gamma"
                      "         - 1/q * (2*n*beta + n*gamma)"},
    .cites = "Thakur et al. 2005, 5.1; Rabenseifner 2004, extended version, 3.5",
});

}  // namespace
}  // namespace tutti
