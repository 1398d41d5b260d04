// refuted: p = 4, root 0, round 1, rank 1, block A: found written and read by the steps 0→1 and 1→0, due one step at a time (race)
// Allgather by neighbour exchange with the wrong parity: even ranks turn to the lower neighbour first. When the two of
// a pair meet, each sends the whole pair into what the other is sending. Odd p, for which there is no neighbour
// exchange, go round a ring.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule neighbour_exchange_wrong_parity(const Group& g) {
  const int p = g.ranks, pairs = p / 2;
  Builder s(g, p);
  if (p % 2 == 1) ring_allgather(s, p);
  for (int i = 0; p % 2 == 0 && i < pairs; ++i) {
    s.round("exchange with a neighbour, step", i + 1);
    for (Rank r = 0; r < p; ++r) {
      const bool downwards = (r + i) % 2 == 0;
      const Rank partner = (downwards ? r - 1 + p : r + 1) % p;
      const int latest = (r / 2 + (downwards ? i / 2 : pairs - i / 2)) % pairs;
      s.move(r, partner, i == 0 ? Blocks{r, 1} : Blocks{2 * latest, 2});
    }
  }
  return std::move(s).done();
}

const WrongSchedule wrong_neighbour_exchange_wrong_parity(Collective::allgatherv, neighbour_exchange_wrong_parity, {});

}  // namespace
}  // namespace tutti
