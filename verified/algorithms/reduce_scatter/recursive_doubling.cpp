// Pairs at distance 1, 2, 4, … exchange all blocks but those of their own group, and fold: neighbours first, so rank
// order is kept for operators that do not commute. Surplus even ranks send everything to their odd neighbour before
// and get their block from it at the end.
#include "verified/algorithms/pairs.hpp"
#include "verified/algorithms/surplus_blocks.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_scatter_recursive_doubling({
    .rules = program<PerRank, OddTakesAll<PerRank>, Seated<OddStaysWithBlocks, ExchangeAllButOwnRun>, ServeBlocks>,
    .needs = {.associative = true},
    .cost = {.paper = "lg(p)*alpha + n*(lg(p) - (p - 1)/p)*beta + n*(lg(p) - (p - 1)/p)*gamma",
             .differs = "p == q ? 0 : lg(q)*alpha + 2*alpha_uni + n/p*beta_uni"
                        "             + max(n*(beta_uni + gamma) + late*n*(beta + gamma),"
                        "                   early*n*(beta + gamma) - alpha_uni)"
                        "             - lg(p)*alpha - n*(lg(p) - (p - 1)/p)*(beta + gamma)",
             .why = "the paper prices powers of two; else surplus ranks fold in and are served at the end, and the "
                    "longest path starts at the last rank that stands for two (late) or at rank p - 1 (early)",
             .loop = {.of = "q - 1",
                      .each = "late = late + (p - bit - max(0, mod(p - q - 1, 2*bit) + 1 - bit))/p,"
                              "early = early + (p - bit - max(0, bit - (2*q - p)))/p"}},
    .cites = "Thakur et al. 2005, 4.4 (short messages, non-commutative operators)",
});

}  // namespace
}  // namespace tutti
