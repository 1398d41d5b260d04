#include "verified/algorithms/route_by_bits.hpp"

#include "verified/algorithms/ring_rules.hpp"

namespace tutti {

void route_by_bits(Builder& s, int p) {
  const Seats seat(p);
  s.scratch(p, [](Rank, int) { return 0; });  // as large as any block
  using Rules = BruckAlltoall;
  const auto place = [=](int i, int bit) { return Rules::slot(i, Rules::odd(i, bit), p); };
  s.round("rotate: block i is the one for rank + i");
  for (int r : s.senders(seat, [](int) { return -1; }))
    for (int i = 0; i < p; ++i) s.move(r, r, {wrap_up(r, i, p), 1}, place(i, Rules::first));
  for (int bit = Rules::first; bit < p; bit = Rules::next(bit, p)) {
    s.round("send the blocks i that have this bit to rank +", bit);
    for (int r : s.senders(seat, [=](int u) { return Rules::from(u, bit, p); }))
      for (int i = bit; i < p; i += 2 * bit)
        s.move(r, Rules::to(r, bit, p), {place(i, bit), Rules::count(i, bit, p)}, place(i, 2 * bit));
  }
}

}  // namespace tutti
