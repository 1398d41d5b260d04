// In round k every rank sends to rank + k and receives from rank - k.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule ring_shift(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  const Seats seat(p);
  s.round("every rank keeps the block for itself");
  for (int r : s.senders(seat, [](int) { return -1; })) s.move(r, r, {r, 1}, p + r);
  for (int k = 1; k < p; ++k) {
    s.round("send to rank +", k);
    for (int r : s.senders(seat, [=](int u) { return (u - k + p) % p; })) {
      const Rank to = (r + k) % p;
      s.move(r, to, {to, 1}, p + r);
    }
  }
  return std::move(s).done();
}

const Registered record({.make = ring_shift,
                         .cost = {.paper = "(p - 1)*alpha + (p - 1)/p*n*beta"},
                         .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3"});

}  // namespace
}  // namespace tutti
