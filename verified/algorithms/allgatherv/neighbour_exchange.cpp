// Neighbours 2j and 2j + 1 exchange their blocks; these are pair j. Then every rank turns to its other neighbour and
// back, in turn, and exchanges with it the pair that it got last: p/2 rounds, all with the two neighbours.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule neighbour_exchange(const Group& g) {
  const int p = g.ranks, pairs = p / 2;
  Builder s(g, p);
  const Seats seat(p);
  for (int i = 0; i < pairs; ++i) {
    const auto downwards = [i](int r) { return (r + i) % 2 == 1; };
    const auto partner = [=](int r) { return (downwards(r) ? r - 1 + p : r + 1) % p; };
    s.round("exchange with a neighbour, step", i + 1);
    for (int r : s.senders(seat, partner)) {
      const int latest = (r / 2 + (downwards(r) ? i / 2 : pairs - i / 2)) % pairs;
      s.move(r, partner(r), i == 0 ? Blocks{r, 1} : Blocks{2 * latest, 2});
    }
  }
  return std::move(s).done();
}

const Registered record({
    .make = neighbour_exchange,
    .supports = Supports::even,
    .cost = {.paper = "", .differs = "p/2*alpha + (p - 1)/p*n*beta"},
    .cites = "Chen et al. 2005 (HPC Asia), neighbor exchange; not in the papers",
});

}  // namespace
}  // namespace tutti
