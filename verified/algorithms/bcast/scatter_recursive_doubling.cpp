// Van de Geijn's broadcast: a binomial tree scatters p blocks from the root, and an allgather by recursive doubling
// collects them everywhere.
#include "verified/algorithms/group_exchange.hpp"
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered bcast_scatter_recursive_doubling({
    .rules = program<PerRank, Seated<BlocksFromRoot, BinomialScatter>, Seated<BlocksFromRoot, GroupExchange>>,
    .cost = {.paper = "2*lg(p)*alpha + 2*(p - 1)/p*n*beta",
             .differs = "t - 2*lg(p)*alpha - 2*(p - 1)/p*n*beta",
             .why =
                 "the messages of the scatter go one way, for which section 4 of the paper has no price of its own; "
                 "and it prices powers of two: else t is, for the groups of `bit` seats from the smallest on, the time "
                 "since the blocks of the group and of the `rest` behind it have arrived at its first seat",
             .loop = {.of = "p",
                      .each = "rest = mod(p, bit),"
                              "t = max(rest == 0 ? 0 : alpha_uni + rest/p*n*beta_uni + t,"
                              "        ceil(lg(bit + rest))*alpha_uni + (bit + rest - 1)/p*n*beta_uni"
                              "          + lg(bit)*alpha + (bit - 1)/p*n*beta)"
                              "  + (rest == 0 ? 0 : alpha + bit/p*n*beta"
                              "                     + lg(bit/below)*(alpha_uni + rest/p*n*beta_uni))"}},
    .cites = "Thakur et al. 2005, 4.2 (van de Geijn)",
});

}  // namespace
}  // namespace tutti
