// Pairs at distance 1, 2, 4, … exchange all they have and both fold it. Surplus ranks send their vector to a
// neighbour before and get the result from it afterwards.
#include "verified/algorithms/pairs.hpp"
#include "verified/algorithms/surplus.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allreduce_recursive_doubling({
    .rules = program<Whole, EvenTakesAll<Whole>, Seated<EvenStays, RecursiveDoubling<Whole>>, ServeSurplus<Whole>>,
    .needs = {.associative = true},
    .cost = {.paper = "ceil(lg(p)) * (alpha + n*beta + n*gamma) + (p == q ? 0 : alpha_uni + n*beta_uni)",
             .differs = "p == q ? 0 : alpha_uni - alpha + n*(beta_uni - beta)",
             .why = "the paper counts the folding of the surplus ranks as a two-way exchange; it goes one way"},
    .cites = "Rabenseifner 2004, extended version, 3.4; Thakur et al. 2005, 4.5",
});

}  // namespace
}  // namespace tutti
