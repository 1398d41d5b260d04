#include "verified/algorithms/exchange.hpp"

#include <algorithm>
#include <bit>

namespace tutti {

void send_block(Builder& s, int p, Rank from, Rank to) { s.move(from, to, {to, 1}, p + from); }

void route_by_bits(Builder& s, int p) {
  const Seats seat(p);
  s.scratch(p, [](Rank, int) { return 0; });  // as large as any block
  // Block i has one hop for each bit of i. A message may not land on what the same round sends, so with every hop a
  // block changes between the slots p + i and 2p + i; the last hop takes it to 2p + i.
  const auto place = [=](int i, int next_bit) {
    const auto hops_left = std::popcount(static_cast<unsigned>(i / next_bit));
    return (hops_left % 2 == 0 ? 2 * p : p) + i;
  };
  s.round("rotate: block i is the one for rank + i");
  for (int r : s.senders(seat, [](int) { return -1; }))
    for (int i = 0; i < p; ++i) s.move(r, r, {(r + i) % p, 1}, place(i, 1));
  for (int bit = 1; bit < p; bit *= 2) {
    s.round("send the blocks i that have this bit to rank +", bit);
    for (int r : s.senders(seat, [=](int u) { return (u - bit + p) % p; }))
      for (int i = bit; i < p; i += 2 * bit)
        s.move(r, (r + bit) % p, {place(i, bit), std::min(bit, p - i)}, place(i, 2 * bit));
  }
}

}  // namespace tutti
