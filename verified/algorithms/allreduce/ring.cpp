// Pairwise exchange scatters the result over all ranks, whatever their number; then the segments go round the ring.
#include "verified/algorithms/phases.hpp"
#include "verified/algorithms/ring_rules.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule ring(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  const Seats seat(p);
  pairwise_exchange(s, seat);
  for (int i = 1; i < p; ++i) {
    s.round("pass on round the ring the segment of rank -", i - 1);
    for (int r : s.senders(seat, [=](int u) { return RingAllgather::from(u, i, p); }))
      s.move(r, RingAllgather::to(r, i, p), {RingAllgather::block(r, i, p), 1});
  }
  return std::move(s).done();
}

const Registered record({
    .make = ring,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "2*(p - 1)*alpha + 2*n*beta + n*gamma - 1/p * (2*n*beta + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.7; Thakur et al. 2005, 5.3",
});

}  // namespace
}  // namespace tutti
