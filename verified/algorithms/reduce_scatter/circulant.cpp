// A rank sees the blocks as a ring from its own on. With s = p, then s halved, rounding up to s', it sends its blocks
// s' to s - 1 to rank + s', for which they are the first ones, and folds what arrives from rank - s' into its own first
// ones. As few rounds and as little traffic as can be, for every p; contributions meet in a rotated order.
#include "verified/algorithms/circulant.hpp"

#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_scatter_circulant({
    .rules = program<PerRank, CirculantReduceScatter>,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "ceil(lg(p))*alpha + (p - 1)/p*n*(beta + gamma)"},
    .cites = "Träff 2024, arXiv:2410.14234 (reduce-scatter)",
});

}  // namespace
}  // namespace tutti
