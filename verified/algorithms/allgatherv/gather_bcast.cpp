// A binomial tree gathers all blocks at rank 0, and a binomial tree broadcasts them together.
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allgatherv_gather_bcast({
    .rules = program<PerRank, BinomialGather, BinomialBcast<PerRank>>,
    .cost = {.paper = "", .differs = "2*ceil(lg(p))*alpha_uni + ((p - 1)/p + ceil(lg(p)))*n*beta_uni"},
    .cites = "not in the papers as a whole; its trees: Thakur et al. 2005, 4.2 and 4.5",
});

}  // namespace
}  // namespace tutti
