// refuted: p = 2, root 1, round 0, rank 0, block B: found nothing is sent, due a value (undefined)
// A binomial gather whose tree is rotated to the root, but which takes the number of a seat for that of the block.
#include <algorithm>

#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule gather_numbers_not_rotated(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  const Seats seat = seats_from_root(g);
  for (int d = 1; d < p; d *= 2) {
    s.round("send the blocks of the subtree, distance", d);
    for (int v = d; v < p; v += 2 * d) s.move(seat[v], seat[v - d], {v, std::min(d, p - v)});
  }
  return std::move(s).done();
}

const WrongSchedule wrong_gather_numbers_not_rotated(Collective::gatherv, gather_numbers_not_rotated, {});

}  // namespace
}  // namespace tutti
