// refuted: p = 3, root 0, rank 2, block C: found nothing, due C of rank 0 (contract)
// A binomial scatter made for powers of two: the last subtree, which is shorter, is forgotten.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule scatter_without_short_subtree(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  const Seats seat = seats_from_root(g);
  for (int d = floor2(p); d >= 1; d /= 2) {
    s.round("send the blocks of the subtree, distance", d);
    for (int v = 0; v + 2 * d <= p; v += 2 * d) move_blocks(s, seat[v], seat[v + d], seat, v + d, d);
  }
  return std::move(s).done();
}

const WrongSchedule wrong_scatter_without_short_subtree(Collective::scatter, scatter_without_short_subtree, {});

}  // namespace
}  // namespace tutti
