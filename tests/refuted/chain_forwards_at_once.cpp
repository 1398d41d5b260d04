// refuted: p = 3, root 0, round 0, rank 1, block A: found written and read by the steps 0→1 and 1→2, due one step at a time (race)
// A pipelined broadcast along a chain whose ranks pass a segment on in the round in which it arrives.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule chain_forwards_at_once(const Group& g) {
  const int segments = 4;
  Builder s(g, segments);
  const Seats seat = seats_from_root(g);
  for (int j = 0; j < segments; ++j) {
    s.round("along the whole chain, segment", j);
    for (int v = 0; v + 1 < g.ranks; ++v) s.move(seat[v], seat[v + 1], {j, 1});
  }
  return std::move(s).done();
}

const WrongSchedule wrong_chain_forwards_at_once(Collective::bcast, chain_forwards_at_once, {});

}  // namespace
}  // namespace tutti
