#include "verified/algorithms/route_by_bits.hpp"

#include <algorithm>
#include <bit>

#include "verified/schedule/arithmetic.hpp"

namespace tutti {
namespace {

/// Where block i is before the round in which blocks with this bit go. A message may not land on what the same round
/// sends, so with every hop a block changes sides; the last hop takes it to 2p + i.
int place(int i, int bit, int p) {
  const auto hops_left = std::popcount(static_cast<unsigned>(i & -bit));
  return (hops_left % 2 == 1 ? p : 2 * p) + i;
}

}  // namespace

void route_by_bits(Builder& s, int p) {
  const Seats seat(p);
  s.scratch(p, [](Rank, int) { return 0; });  // as large as any block
  s.round("rotate: block i is the one for rank + i");
  for (int r : s.senders(seat, [](int) { return -1; }))
    for (int i = 0; i < p; ++i) s.move(r, r, {wrap_up(r, i, p), 1}, place(i, 1, p));
  for (int bit = 1; bit < p; bit *= 2) {
    s.round("send the blocks i that have this bit to rank +", bit);
    for (int r : s.senders(seat, [=](int u) { return wrap_down(u, bit, p); }))
      for (int i = bit; i < p; i += 2 * bit)
        s.move(r, wrap_up(r, bit, p), {place(i, bit, p), std::min(bit, p - i)}, place(i, 2 * bit, p));
  }
}

}  // namespace tutti
