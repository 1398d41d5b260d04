// Van de Geijn's broadcast for very long vectors: a binomial tree scatters p blocks from the root, and an allgather
// round a ring collects them everywhere.
#include "verified/algorithms/ring.hpp"
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered bcast_scatter_ring({
    .rules = program<PerRank, Seated<BlocksFromRoot, BinomialScatter>, Seated<BlocksFromRoot, RingAllgather>>,
    .cost = {.paper = "(lg(p) + p - 1)*alpha + 2*(p - 1)/p*n*beta",
             .differs = "ceil(lg(p))*alpha_uni - lg(p)*alpha + (p - 1)/p*n*(beta_uni - beta)",
             .why = "the messages of the scatter go one way, for which section 4 of the paper has no price of its own, "
                    "and its tree has ceil(lg(p)) steps"},
    .cites = "Thakur et al. 2005, 4.2 (van de Geijn)",
});

}  // namespace
}  // namespace tutti
