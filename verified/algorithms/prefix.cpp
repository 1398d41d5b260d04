#include "verified/algorithms/prefix.hpp"

#include "verified/algorithms/bits.hpp"

namespace tutti {

void prefix_by_sweeps(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = 1; 2 * d <= q; d *= 2) {
    s.round("sweep up, distance", d);
    for (int v : s.senders(seat, [d](int u) { return u % (2 * d) == 2 * d - 1 ? u - d : -1; }))
      if (v % (2 * d) == d - 1 && v + d < q) s.fold(seat[v], seat[v + d], {0, 1});
  }
  for (int d = q >= 3 ? floor2(q / 3) : 0; d >= 1; d /= 2) {
    s.round("sweep down, distance", d);
    for (int v : s.senders(seat, [d](int u) { return u % (2 * d) == d - 1 ? u - d : -1; }))
      if (v % (2 * d) == 2 * d - 1 && v + d < q) s.fold(seat[v], seat[v + d], {0, 1});
  }
}

void prefix_by_doubling(Builder& s, int p, bool own_too) {
  if (p == 1) return;
  constexpr int prefix = 0, sum = 1, landing = 2;
  s.scratch(2, [](Rank, int) { return 0; });
  const Seats seat(p);
  const auto nobody = [](int) { return -1; };
  s.round("every rank begins a sum with its own value");
  for (int r : s.senders(seat, nobody)) s.move(r, r, {prefix, 1}, sum);

  for (int d = 1; d < p; d = doubled(d, p)) {
    // A prefix without the own value begins with the first thing that arrives from below.
    const auto lands = [=](int r) { return !own_too && place_in_run(r, d) == 0 ? prefix : landing; };
    s.round("exchange sums, distance", d);
    for (int r : s.senders(seat, [=](int u) { return partner(u, d) < p ? partner(u, d) : -1; })) {
      const Rank to = partner(r, d);
      if (to < r)
        s.fold(r, to, {sum, 1});
      else if (to < p)
        s.move(r, to, {sum, 1}, lands(to));
    }
    s.round("the upper ranks fold what has arrived from distance", d);
    for (int r : s.senders(seat, nobody)) {
      if ((r & d) == 0) continue;
      if (lands(r) == landing) s.fold_left(r, r, {landing, 1}, prefix);
      s.fold_left(r, r, {lands(r), 1}, sum);
    }
  }
}

}  // namespace tutti
