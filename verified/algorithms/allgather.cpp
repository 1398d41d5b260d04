#include "verified/algorithms/allgather.hpp"

#include <algorithm>

#include "verified/algorithms/binomial.hpp"

namespace tutti {
namespace {

/// After the exchange at distance d: the first `got` seats of the last full group of d have the blocks of the `got`
/// seats behind that group, and the other seats of the group have not.
void catch_up(Builder& s, const Seats& seat, int d) {
  const int p = seat.count(), first = p / (2 * d) * (2 * d), got = p - first - d;
  if (got <= 0) return;
  for (int e = d / 2; 2 * e > got; e /= 2) {
    s.round("pass on the blocks of the incomplete group, distance", e);
    for (int v : s.senders(seat, [e](int u) { return u - e; })) {
      if (v < first || v >= first + d) continue;
      const int place = (v - first) % (2 * e);
      if (place < std::min(e, got) && place + e >= got) move_blocks(s, seat[v], seat[v + e], seat, first + d, got);
    }
  }
}

}  // namespace

void recursive_doubling_allgather(Builder& s, const Seats& seat) {
  const int p = seat.count();
  for (int d = 1; d < p; d *= 2) {
    s.round("exchange all blocks of the own group, distance", d);
    for (int v : s.senders(seat, [=](int u) { return (u ^ d) < p ? u ^ d : -1; })) {
      const int group = v / d * d;
      if ((v ^ d) < p) move_blocks(s, seat[v], seat[v ^ d], seat, group, std::min(d, p - group));
    }
    catch_up(s, seat, d);
  }
}

}  // namespace tutti
