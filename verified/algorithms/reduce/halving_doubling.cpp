// Recursive vector halving with distance doubling scatters the result over a power of two of the ranks; a binomial tree
// gathers it. The surplus ranks are folded in before, by half vectors; a root among them takes its partner's seat.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule halving_doubling(const Group& g) {
  Builder s(g, floor2(g.ranks));
  const Seats seat = fold_surplus_by_halves(s, g.ranks, g.root);
  halve_vector_double_distance(s, seat);
  gather_shares(s, seat, seat.of(g.root));
  return std::move(s).done();
}

const Registered record({
    .make = halving_doubling,
    .needs = {.associative = true},
    .cost = {.paper = "p == q ? lg(p)*(alpha + alpha_uni) + n*(beta + beta_uni) + n*gamma"
                      "         - 1/p * (n*(beta + beta_uni) + n*gamma)"
                      "       : lg(q)*(alpha + alpha_uni) + alpha + alpha_uni"
                      "         + n*beta + n*(beta + beta_uni)/2 + n*beta_uni + 3/2*n*gamma"
                      "         - 1/q * (n*(beta + beta_uni) + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.5; Thakur et al. 2005, 5.1",
});

}  // namespace
}  // namespace tutti
