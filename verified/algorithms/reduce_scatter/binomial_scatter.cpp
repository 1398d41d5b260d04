// MPICH's old way: a binomial tree reduces the whole vector to rank 0, which sends every rank its block.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binomial_scatter(const Group& g) {
  Builder s(g, g.ranks);
  binomial_reduce(s, Seats(g.ranks), {0, g.ranks});
  if (g.ranks > 1) s.round("rank 0 sends every rank its block");
  for (Rank r = 1; r < g.ranks; ++r) s.move(0, r, {r, 1});
  return std::move(s).done();
}

const Registered record({
    .make = binomial_scatter,
    .needs = {.associative = true},
    .cost = {.paper = "(lg(p) + p - 1)*alpha + (lg(p) + (p - 1)/p)*n*beta + n*lg(p)*gamma",
             .differs = "(lg(p) + p - 1)*(alpha_uni - alpha) + (lg(p) + (p - 1)/p)*n*(beta_uni - beta)"
                        " + (ceil(lg(p)) - lg(p))*(alpha_uni + n*beta_uni + n*gamma)",
             .why = "all messages go one way, for which section 4 of the paper has no price of its own; and a tree has "
                    "ceil(lg(p)) steps"},
    .cites = "Thakur et al. 2005, 4.4 (the old algorithm)",
});

}  // namespace
}  // namespace tutti
