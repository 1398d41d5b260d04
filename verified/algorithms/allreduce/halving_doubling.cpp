// Recursive vector halving with distance doubling scatters the result over a power of two of the ranks, vector
// doubling with distance halving spreads it. Surplus ranks are folded in before, by half vectors, and served at the
// end.
#include "verified/algorithms/shares.hpp"
#include "verified/algorithms/surplus_halves.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allreduce_halving_doubling({
    .rules = program<PerSeat, FoldSurplusByHalves, Seated<RootStays, HalveVector>, Seated<RootStays, DoubleVector>,
                     ServeSurplus<PerSeat>>,
    .needs = {.associative = true},
    .cost = {.paper = "p == q ? 2*lg(p)*alpha + 2*n*beta + n*gamma - 1/p * (2*n*beta + n*gamma)"
                      "       : 2*lg(q)*alpha + alpha + 2*alpha_uni + 2*n*beta + n*(beta + 3*beta_uni)/2 + 3/2*n*gamma"
                      "         - 1/q * (2*n*beta + n*gamma)"},
    .cites = "Thakur et al. 2005, 5.1; Rabenseifner 2004, extended version, 3.5",
});

}  // namespace
}  // namespace tutti
