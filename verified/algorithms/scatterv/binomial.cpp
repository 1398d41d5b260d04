// A binomial tree: every rank gets the blocks of its whole subtree in one message and sends on those of its children.
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered scatterv_binomial({
    .rules = program<PerRank, Seated<BlocksFromRoot, BinomialScatter>>,
    .cost = {.paper = "lg(p)*alpha + (p - 1)/p*n*beta",
             .differs = "ceil(lg(p))*alpha_uni - lg(p)*alpha + (p - 1)/p*n*(beta_uni - beta)",
             .why = "all messages go one way, for which section 4 of the paper has no price of its own; and a tree has "
                    "ceil(lg(p)) steps"},
    .cites = "Thakur et al. 2005, 4.2 (the scatter in the broadcast of long messages)",
});

}  // namespace
}  // namespace tutti
