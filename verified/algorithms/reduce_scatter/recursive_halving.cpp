// Pairs at distance p'/2, p'/4, … 1 each send the blocks that the other's half needs and fold their own half. Surplus
// even ranks send everything to their odd neighbour before and get their block from it at the end. Far ranks fold
// first, so it is for commutative operators.
#include "verified/algorithms/pairs.hpp"
#include "verified/algorithms/surplus_blocks.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_scatter_recursive_halving({
    .rules = program<PerRank, OddTakesAll<PerRank>, Seated<OddStaysWithBlocks, RecursiveHalving>, ServeBlocks>,
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
