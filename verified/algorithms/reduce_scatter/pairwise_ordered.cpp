// Pairwise exchange for operators that do not commute. What arrives from rank - 1, …, 0 is folded on the left of the
// own block; what arrives from p - 1 down to rank + 1 is folded on the left of a second accumulator. One fold joins
// them.
#include "verified/algorithms/ordered_pairwise.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_scatter_pairwise_ordered({
    .rules = program<PerRankAndOne, OrderedPairwise, JoinAccumulators>,
    .needs = {.associative = true},
    .cost = {.paper = "(p - 1)*alpha + (p - 1)/p*n*beta + (p - 1)/p*n*gamma",
             .differs = "p > 2 ? n/p*gamma : 0",
             .why = "the second accumulator is joined at the end; the fold that its first arrival saves is not on the "
                    "longest path"},
    .cites = "Thakur et al. 2005, 4.4 (long messages, non-commutative operators)",
});

}  // namespace
}  // namespace tutti
