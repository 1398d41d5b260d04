// The root takes one vector after the other: those of the ranks below it from the nearest to rank 0, folded on the
// left, then those above it, folded on the right. The baseline: no tree, no split vector, every load on the root.
#include "verified/algorithms/linear.hpp"

#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_linear({
    .rules = program<Whole, LinearReduceBelow, LinearReduceAbove>,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n*beta_uni + n*gamma)",
             .why = "the papers do not price it; one one-way message and one fold for each other rank"},
    .cites = "MPI 4.0, 6.9.1, advice to implementors (rank order); the flat algorithm of Pritchard et al., CUG 2004",
});

}  // namespace
}  // namespace tutti
