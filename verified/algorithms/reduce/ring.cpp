// Pairwise exchange scatters the result over all ranks, whatever their number; each sends its segment straight to the
// root. The order in which a segment's contributions arrive starts at its own rank: only for commutative operators.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule ring(const Group& g) {
  Builder s(g, g.ranks);
  pairwise_exchange(s, Seats(g.ranks));
  if (g.ranks > 1) s.round("all send their segment to the root");
  for (Rank r = 0; r < g.ranks; ++r)
    if (r != g.root) s.move(r, g.root, {r, 1});
  return std::move(s).done();
}

const Registered record({
    .make = ring,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "(p - 1)*(alpha + alpha_uni) + n*(beta + beta_uni) + n*gamma"
                      " - 1/p * (n*(beta + beta_uni) + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.7; Thakur et al. 2005, 5.3",
});

}  // namespace
}  // namespace tutti
