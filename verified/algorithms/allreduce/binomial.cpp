// The classical combination: a binomial tree reduces to rank 0, the same tree backwards broadcasts the result.
#include "verified/algorithms/binomial.hpp"

#include "verified/algorithms/phases.hpp"
#include "verified/algorithms/tree_rules.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binomial(const Group& g) {
  using Tree = BinomialTree;
  const int p = g.ranks;
  Builder s(g, 1);
  const Seats seat(p);
  binomial_reduce(s, seat, {0, 1});
  for (int d = largest_distance(p); d >= 1; d /= 2) {
    s.round("broadcast along the tree, distance", d);
    for (int v : s.senders(seat, [=](int u) { return Tree::has_parent(u, d) ? Tree::parent(u, d) : -1; }))
      if (Tree::has_child(v, d, p)) s.move(v, Tree::child(v, d), {0, 1});
  }
  return std::move(s).done();
}

const Registered record({
    .make = binomial,
    .needs = {.associative = true},
    .cost = {.paper = "ceil(lg(p)) * (2*alpha_uni + 2*n*beta_uni + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.3 (binary tree)",
});

}  // namespace
}  // namespace tutti
