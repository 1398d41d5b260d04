#include "verified/algorithms/phases.hpp"

#include "verified/algorithms/bits.hpp"

namespace tutti {

Blocks share(int v, int d, int q) {
  Blocks mine{0, q};
  for (int distance = 1; distance < d; distance *= 2)
    mine = {first_of_half(mine.first, mine.count, v, distance), mine.count / 2};
  return mine;
}

void gather_shares(Builder& s, const Seats& seat, int root_seat) {
  const int q = seat.count();
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("gather results, distance", d);
    for (int v : s.senders(seat, [d](int u) { return partner(u, d); }))
      if (sends_towards(root_seat, v, d)) s.move(seat[v], seat[partner(v, d)], share(v, 2 * d, q));
  }
}

BinaryBlocks::BinaryBlocks(int p) {
  for (Rank base = 0; base < p;) {
    const int size = floor2(p - base);
    seats_.emplace_back(p, size, [base](int v) { return base + v; });
    base += size;
  }
}

template <class F>
void BinaryBlocks::for_each_segment(std::size_t large, F body) const {
  const Seats& bigger = seats_[large];
  const Seats& smaller = seats_[large + 1];
  const int q = largest().count();
  for (int u = 0; u < bigger.count(); ++u)
    body(smaller[place_in_run(u, smaller.count())], bigger[u], share(u, bigger.count(), q));
}

bool BinaryBlocks::hands_on(int size) const {
  for (std::size_t b = 0; b + 1 < seats_.size(); ++b)
    if (seats_[b].count() == size) return true;
  return false;
}

void BinaryBlocks::reduce_scatter(Builder& s) const {
  const int q = largest().count(), last = seats_.size() > 1 ? q : q / 2;
  for (int d = 1; d <= last; d = doubled(d, last + 1)) {
    s.round(d == q        ? "the smaller blocks fold into the block of size"
            : hands_on(d) ? "exchange halves and fold, also into the block of size"
                          : "exchange halves and fold, distance",
            d);
    for (std::size_t b = 0; b < seats_.size(); ++b) {
      const Seats& seat = seats_[b];
      if (seat.count() > d) {
        for (int v : s.senders(seat, [d](int u) { return partner(u, d); }))
          s.fold(seat[v], seat[partner(v, d)], share(partner(v, d), 2 * d, q));
      } else if (seat.count() == d && b + 1 < seats_.size()) {
        for_each_segment(b, [&](Rank small, Rank large, Blocks segment) { s.fold(small, large, segment); });
      }
    }
  }
}

void BinaryBlocks::allgather(Builder& s) const {
  const int q = largest().count();
  for (int d = seats_.size() > 1 ? q : q / 2; d >= 1; d /= 2) {
    s.round(d == q        ? "results are handed on by the block of size"
            : hands_on(d) ? "exchange results, also handed on by the block of size"
                          : "exchange results, distance",
            d);
    for (std::size_t b = 0; b < seats_.size(); ++b) {
      const Seats& seat = seats_[b];
      if (seat.count() > d) {
        for (int v : s.senders(seat, [d](int u) { return partner(u, d); }))
          s.move(seat[v], seat[partner(v, d)], share(v, 2 * d, q));
      } else if (seat.count() == d && b + 1 < seats_.size()) {
        for_each_segment(b, [&](Rank small, Rank large, Blocks segment) { s.move(large, small, segment); });
      }
    }
  }
}

}  // namespace tutti
