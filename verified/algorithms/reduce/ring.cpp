// Pairwise exchange scatters the result over all ranks, whatever their number; each sends its segment straight to the
// root. The order in which a segment's contributions arrive starts at its own rank: only for commutative operators.
#include "verified/algorithms/ring.hpp"

#include "verified/algorithms/linear.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

struct Gather : LinearGather {
  static Caption caption(const Ranks&, const Expression&) { return "all send their segment to the root"; }
};

const Registered reduce_ring({
    .rules = program<PerRank, Pairwise, Gather>,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "(p - 1)*(alpha + alpha_uni) + n*(beta + beta_uni) + n*gamma"
                      " - 1/p * (n*(beta + beta_uni) + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.7; Thakur et al. 2005, 5.3",
});

}  // namespace
}  // namespace tutti
