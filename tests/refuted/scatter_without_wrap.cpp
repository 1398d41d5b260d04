// refuted: p = 4, root 1, round 2, rank 3, block A: found nothing is sent, due a value (undefined)
// A binomial scatter that sends the blocks of a subtree as one run, also where its ranks wrap round from p - 1 to 0.
#include <algorithm>

#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule scatter_without_wrap(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  const Seats seat = seats_from_root(g);
  for (int d = floor2(p); d >= 1; d /= 2) {
    s.round("send the blocks of the subtree, distance", d);
    for (int v = 0; v + d < p; v += 2 * d) {
      const Rank to = seat[v + d];
      s.move(seat[v], to, {to, std::min({d, p - v - d, p - to})});
    }
  }
  return std::move(s).done();
}

const WrongSchedule wrong_scatter_without_wrap(Collective::scatterv, scatter_without_wrap, {});

}  // namespace
}  // namespace tutti
