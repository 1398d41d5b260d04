// Pairwise exchange scatters the result over all ranks, whatever their number; then the segments go round the ring.
#include "verified/algorithms/ring.hpp"

#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

struct PassOn : RingAllgather {
  static Caption caption(const Ranks&, const Expression& k) {
    return numbered("pass on round the ring the segment of rank -", k - 1);
  }
};

const Registered allreduce_ring({
    .rules = program<PerRank, Pairwise, PassOn>,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "2*(p - 1)*alpha + 2*n*beta + n*gamma - 1/p * (2*n*beta + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.7; Thakur et al. 2005, 5.3",
});

}  // namespace
}  // namespace tutti
