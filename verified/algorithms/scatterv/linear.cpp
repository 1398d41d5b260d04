// The root sends every other rank its block, one after the other.
#include "verified/algorithms/linear.hpp"

#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered scatterv_linear({
    .rules = program<PerRank, LinearScatter>,
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n/p*beta_uni)",
             .why = "the papers do not price it; one one-way message with one block for each other rank"},
    .cites = "MPI 4.0, 6.6 (the sends and receives that define the outcome); Thakur et al. 2005, 4.4 (the scatter in "
             "the old reduce-scatter)",
});

}  // namespace
}  // namespace tutti
