// Rank r - 1 sends its prefix to rank r, which appends its own value: a chain through all ranks.
#include "verified/algorithms/prefix_chain.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered scan_linear({
    .rules = program<Whole, ChainScan>,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n*beta_uni + n*gamma)",
             .why = "the papers do not price it; every rank but the first waits for one message and folds it"},
    .cites = "MPI 4.0, 6.11.1; not in the papers: the baseline",
});

}  // namespace
}  // namespace tutti
