// Rank r - 1 sends the combination of ranks 0..r-1 to rank r, whose result it is; for the next rank it appends its own
// value, which it has put aside.
#include "verified/algorithms/prefix_chain.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered exscan_linear({
    .rules = program<WholeTwice, PutAside, ChainExscan>,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "(p - 1)*(alpha_uni + n*beta_uni) + max(p - 2, 0)*n*gamma",
             .why = "the papers do not price it; the scan's chain, in which the first and the last rank fold nothing"},
    .cites = "MPI 4.0, 6.11.2; not in the papers: the baseline",
});

}  // namespace
}  // namespace tutti
