// A binomial tree over the ranks as they are, so that runs of neighbours are folded and rank order is kept;
// rank 0 has the result and moves it to the root.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binomial(const Group& g) {
  Builder s(g, 1);
  binomial_reduce(s, Seats(g.ranks), {0, 1});
  if (g.root != 0) {
    s.round("move the result to the root");
    s.move(0, g.root, {0, 1});
  }
  return std::move(s).done();
}

const Registered record({
    .make = binomial,
    .needs = {.associative = true},
    .cost = {.paper = "ceil(lg(p)) * (alpha_uni + n*beta_uni + n*gamma)",
             .differs = "root == 0 ? 0 : alpha_uni + n*beta_uni",
             .why = "the move to the root, which rank order costs and the paper leaves out"},
    .cites = "Rabenseifner 2004, extended version, 3.3 (binary tree); Thakur et al. 2005, 4.5",
});

}  // namespace
}  // namespace tutti
