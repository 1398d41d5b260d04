// Pairs at distance 1, 2, 4, … exchange all they have and both fold it. Surplus ranks send their vector to a
// neighbour before and get the result from it afterwards.
#include "verified/algorithms/bits.hpp"
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule recursive_doubling(const Group& g) {
  const Blocks vector{0, 1};
  Builder s(g, 1);
  const Seats seat = fold_surplus(s, g.ranks, vector, false);
  for (int d = 1; d < seat.count(); d *= 2) {
    s.round("exchange and fold, distance", d);
    for (int v : s.senders(seat, [d](int u) { return partner(u, d); })) s.fold(seat[v], seat[partner(v, d)], vector);
  }
  if (g.ranks > seat.count()) s.round("surplus ranks get the result");
  for (int v = 0; v < g.ranks - seat.count(); ++v) s.move(seat[v], rank_that_leaves(v, seat[v]), vector);
  return std::move(s).done();
}

const Registered record({
    .make = recursive_doubling,
    .needs = {.associative = true},
    .cost = {.paper = "ceil(lg(p)) * (alpha + n*beta + n*gamma) + (p == q ? 0 : alpha_uni + n*beta_uni)",
             .differs = "p == q ? 0 : alpha_uni - alpha + n*(beta_uni - beta)",
             .why = "the paper counts the folding of the surplus ranks as a two-way exchange; it goes one way"},
    .cites = "Rabenseifner 2004, extended version, 3.4; Thakur et al. 2005, 4.5",
});

}  // namespace
}  // namespace tutti
