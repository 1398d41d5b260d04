// Recursive vector halving with distance doubling scatters the result over a power of two of the ranks; a binomial tree
// gathers it. The surplus ranks are folded in before, by half vectors; a root among them takes its partner's seat.
#include "verified/algorithms/shares.hpp"
#include "verified/algorithms/surplus_halves.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_halving_doubling({
    .rules = program<PerSeat, FoldSurplusByHalves, Seated<RootStays, HalveVector>, Seated<RootStays, GatherShares>>,
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
