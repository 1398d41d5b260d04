// Every rank posts all its messages at once, to rank + 1 first, then to rank + 2 and so on, so that the k-th messages
// of all ranks have different destinations.
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/ring_rules.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule scattered(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  const Seats seat(p);
  s.round("send to all ranks, rank + 1 first");
  for (int k = 0; k < p; ++k)
    for (int r : s.senders(seat, [=](int u) { return RingShift::from(u, k, p); }))
      send_block(s, p, r, RingShift::to(r, k, p));
  return std::move(s).done();
}

const Registered record({.make = scattered,
                         .cost = {.paper = "", .differs = "(p - 1)*(alpha + n/p*beta)"},
                         .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3 (old algorithm, and medium-size messages)"});

}  // namespace
}  // namespace tutti
