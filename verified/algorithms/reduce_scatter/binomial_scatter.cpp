// MPICH's old way: a binomial tree reduces the whole vector to rank 0, which sends every rank its block.
#include "verified/algorithms/linear.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

/// The root, of which a reduce-scatter has none, is rank 0.
struct Scatter : LinearScatter {
  static Caption caption(const Ranks&, const Expression&) { return "rank 0 sends every rank its block"; }
};

const Registered reduce_scatter_binomial_scatter({
    .rules = program<PerRank, BinomialReduce<PerRank>, Scatter>,
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
