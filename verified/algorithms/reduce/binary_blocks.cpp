// The ranks in blocks of falling powers of two; each block scatters its result by halving, smaller blocks fold theirs
// into the next larger one. A root outside the largest block takes over the segment and the seat of rank 0.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binary_blocks(const Group& g) {
  const int q = floor2(g.ranks);
  Builder s(g, q);
  const BinaryBlocks blocks(g.ranks);
  blocks.reduce_scatter(s);
  Seats seat = blocks.largest();
  if (seat.of(g.root) < 0) {
    s.round("rank 0 hands its segment and its seat to the root");
    s.move(0, g.root, share(0, q, q));
    seat.assign(0, g.root);
  }
  gather_shares(s, seat, seat.of(g.root));
  return std::move(s).done();
}

const Registered record({
    .make = binary_blocks,
    .needs = {.associative = true},
    .cost = {},
    .cites = "Rabenseifner 2004, extended version, 3.6; Thakur et al. 2005, 5.2",
});

}  // namespace
}  // namespace tutti
