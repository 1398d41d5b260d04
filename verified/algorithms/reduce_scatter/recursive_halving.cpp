// Pairs at distance p'/2, p'/4, … 1 each send the blocks that the other's half needs and fold their own half. Surplus
// even ranks send everything to their odd neighbour before and get their block from it at the end. Far ranks fold
// first, so it is for commutative operators.
#include "verified/algorithms/bits.hpp"
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule recursive_halving(const Group& g) {
  const int p = g.ranks, q = floor2(p), surplus = p - q;
  Builder s(g, p);
  const Seats seat = fold_surplus(s, p, {0, p}, true);
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("send what the other half needs and fold, distance", d);
    for (int v : s.senders(seat, [d](int u) { return partner(u, d); })) {
      const int run = first_of_run(partner(v, d), d), first = first_rank(run, surplus);
      s.fold(seat[v], seat[partner(v, d)], {first, first_rank(run + d, surplus) - first});
    }
  }
  if (surplus > 0) s.round("surplus ranks get their block");
  for (int v = 0; v < surplus; ++v) s.move(seat[v], rank_that_leaves(v, seat[v]), {rank_that_leaves(v, seat[v]), 1});
  return std::move(s).done();
}

const Registered record({
    .make = recursive_halving,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "p == q ? lg(p)*alpha + (p - 1)/p*n*beta + (p - 1)/p*n*gamma"
                      "       : (floor(lg(p)) + 2)*alpha + 2*n*beta + n*(1 + (p - 1)/p)*gamma",
             .differs = "p == q ? 0 : 2*(alpha_uni - alpha) + n*((1 + 1/p)*beta_uni + shares*beta - 2*beta)"
                        "             + n*(shares - (p - 1)/p)*gamma",
             .why = "the paper's is approximate for p != q: ranks that stand for two receive and fold more (shares), "
                    "and what surplus ranks send and get goes one way",
             .loop = {.of = "q - 1", .each = "shares = shares + (bit + min(bit, p - q))/p"}},
    .cites = "Thakur et al. 2005, 4.4",
});

}  // namespace
}  // namespace tutti
