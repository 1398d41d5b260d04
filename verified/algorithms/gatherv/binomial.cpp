// A binomial tree: every rank collects the blocks of its subtree and sends them on in one message.
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered gatherv_binomial({
    .rules = program<PerRank, Seated<BlocksFromRoot, BinomialGather>>,
    .cost = {.paper = "lg(p)*alpha_uni + (1 - 1/p)*n*beta_uni",
             .differs = "(ceil(lg(p)) - lg(p))*alpha_uni",
             .why = "the papers price it for powers of two only; a tree has ceil(lg(p)) steps"},
    .cites = "Rabenseifner 2004, extended version, 3.5 (the gather in the reduce); Thakur et al. 2005, 4.5",
});

}  // namespace
}  // namespace tutti
