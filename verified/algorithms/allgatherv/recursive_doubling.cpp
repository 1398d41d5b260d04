// Pairs at distance 1, 2, 4, … exchange all they have. Where p is no power of two a group can face a smaller one; its
// ranks without a partner are then supplied by the others along a tree, before the distance doubles.
#include "verified/algorithms/group_exchange.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allgatherv_recursive_doubling({
    .rules = program<PerRank, GroupExchange>,
    .cost = {.paper = "lg(p)*alpha + (p - 1)/p*n*beta",
             .differs = "p == q ? 0 : t - lg(p)*alpha - (p - 1)/p*n*beta",
             .why = "the paper prices powers of two; else the aligned groups of `bit` ranks, from the smallest, "
                    "exchange with all the ranks behind them (t until then, or until the group itself is ready) and "
                    "supply the rest of the group",
             .loop = {.of = "p",
                      .each = "t = max(t, lg(bit)*alpha + (bit - 1)/p*n*beta)"
                              "  + (below == 0 ? 0 : alpha + bit/p*n*beta"
                              "                    + lg(bit/below)*(alpha_uni + mod(p, bit)/p*n*beta_uni))"}},
    .cites = "Thakur et al. 2005, 4.1.1",
});

}  // namespace
}  // namespace tutti
