// In round i every rank sends the block of rank + i straight to it and folds what arrives from rank - i. Contributions
// arrive in a rotated order: for commutative operators.
#include "verified/algorithms/ring.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_scatter_pairwise({
    .rules = program<PerRank, Pairwise>,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "(p - 1)*alpha + (p - 1)/p*n*beta + (p - 1)/p*n*gamma"},
    .cites = "Thakur et al. 2005, 4.4 (long messages)",
});

}  // namespace
}  // namespace tutti
