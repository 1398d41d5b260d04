// Every rank sends its block to the root, which takes them one after the other.
#include "verified/algorithms/linear.hpp"

#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered gatherv_linear({
    .rules = program<PerRank, LinearGather>,
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n/p*beta_uni)",
             .why = "the papers do not price it; one one-way message with one block for each other rank"},
    .cites = "MPI 4.0, 6.5 (the sends and receives that define the outcome); the baseline",
});

}  // namespace
}  // namespace tutti
