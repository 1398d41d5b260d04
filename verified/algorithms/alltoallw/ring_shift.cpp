// In round k every rank sends to rank + k and receives from rank - k; in round 0 it keeps its own block.
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/ring_rules.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule ring_shift(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  const Seats seat(p);
  for (int k = 0; k < p; ++k) {
    s.round("send to rank +", k);
    for (int r : s.senders(seat, [=](int u) { return RingShift::from(u, k, p); }))
      send_block(s, p, r, RingShift::to(r, k, p));
  }
  return std::move(s).done();
}

const Registered record(
    {.make = ring_shift,
     .cost = {.paper = "(p - 1)*alpha + n*beta", .differs = "-n/p*beta", .why = "a rank does not send its own block"},
     .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3"});

}  // namespace
}  // namespace tutti
