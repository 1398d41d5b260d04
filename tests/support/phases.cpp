#include "tests/support/phases.hpp"

#include <algorithm>

namespace tutti {

void halve_vector_double_distance(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = 1; d < q; d *= 2) {
    s.round("exchange halves and fold, distance", d);
    for (int v = 0; v < q; ++v) s.fold(seat[v], seat[v ^ d], share(v ^ d, 2 * d, q));
  }
}

void double_vector_halve_distance(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("exchange results, distance", d);
    for (int v = 0; v < q; ++v) s.move(seat[v], seat[v ^ d], share(v, 2 * d, q));
  }
}

Seats fold_surplus_by_halves(Builder& s, int p, Rank root) {
  const int q = floor2(p), surplus = p - q;
  const Seats seat(p, q, [=](int v) { return v >= surplus ? v + surplus : root == 2 * v + 1 ? root : 2 * v; });
  if (surplus == 0) return seat;
  const Blocks lower{0, q / 2}, upper{q / 2, q / 2};
  s.round("surplus pairs exchange halves and fold");
  for (int v = 0; v < surplus; ++v) {
    s.fold(2 * v, 2 * v + 1, upper);
    s.fold(2 * v + 1, 2 * v, lower);
  }
  s.round("surplus ranks hand over their half and are out");
  for (int v = 0; v < surplus; ++v) {
    const bool even_stays = seat[v] == 2 * v;
    s.move(even_stays ? 2 * v + 1 : 2 * v, seat[v], even_stays ? upper : lower);
  }
  return seat;
}

Seats fold_surplus(Builder& s, int p, Blocks vector, bool odd_stays) {
  const int q = floor2(p), surplus = p - q;
  const Seats seat(p, q, [=](int v) { return v >= surplus ? v + surplus : odd_stays ? 2 * v + 1 : 2 * v; });
  if (surplus > 0) s.round("surplus ranks send everything to their neighbours and are out");
  for (int v = 0; v < surplus; ++v) s.fold(odd_stays ? 2 * v : 2 * v + 1, seat[v], vector);
  return seat;
}

void pairwise_exchange(Builder& s, int p) {
  for (int i = 1; i < p; ++i) {
    s.round("send the block of rank +", i);
    for (Rank r = 0; r < p; ++r) s.fold(r, (r + i) % p, {(r + i) % p, 1});
  }
}

void ring_allgather(Builder& s, int p) {
  for (int i = 1; i < p; ++i) {
    s.round("pass the latest block on to the next seat, step", i);
    for (Rank r = 0; r < p; ++r) s.move(r, (r + 1) % p, {(r - i + 1 + p) % p, 1});
  }
}

void binomial_gather(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = 1; d < q; d *= 2) {
    s.round("send the blocks of the subtree, distance", d);
    for (int v = d; v < q; v += 2 * d) move_blocks(s, seat[v], seat[v - d], seat, v, std::min(d, q - v));
  }
}

void prefix_by_sweeps(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = 1; 2 * d <= q; d *= 2) {
    s.round("sweep up, distance", d);
    for (int v = d - 1; v + d < q; v += 2 * d) s.fold(seat[v], seat[v + d], {0, 1});
  }
  for (int d = q >= 3 ? floor2(q / 3) : 0; d >= 1; d /= 2) {
    s.round("sweep down, distance", d);
    for (int v = 2 * d - 1; v + d < q; v += 2 * d) s.fold(seat[v], seat[v + d], {0, 1});
  }
}

void prefix_by_doubling(Builder& s, int p) {
  if (p == 1) return;
  constexpr int prefix = 0, sum = 1, landing = 2;
  s.scratch(2, [](Rank, int) { return 0; });
  s.round("every rank begins a sum with its own value");
  for (Rank r = 0; r < p; ++r) s.move(r, r, {prefix, 1}, sum);
  for (int d = 1; d < p; d *= 2) {
    s.round("exchange sums, distance", d);
    for (Rank r = 0; r < p; ++r) {
      if ((r ^ d) < r) s.fold(r, r ^ d, {sum, 1});
      if ((r ^ d) > r && (r ^ d) < p) s.move(r, r ^ d, {sum, 1}, landing);
    }
    s.round("the upper ranks fold what has arrived from distance", d);
    for (Rank r = 0; r < p; ++r)
      for (const int into : {prefix, sum})
        if ((r & d) != 0) s.fold_left(r, r, {landing, 1}, into);
  }
}

void gather_shares(Builder& s, const Seats& seat, int root_seat) {
  const int q = seat.count();
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("gather results, distance", d);
    for (int v : s.senders(seat, [d](int u) { return u ^ d; }))
      if (d <= (v ^ root_seat) && (v ^ root_seat) < 2 * d) s.move(seat[v], seat[v ^ d], share(v, 2 * d, q));
  }
}

Seats seats_from_root(const Group& g) {
  return Seats(g.ranks, g.ranks, [&](int v) { return (v + g.root) % g.ranks; });
}

void move_blocks(Builder& s, Rank from, Rank to, const Seats& seat, int first_seat, int count) {
  const int last = first_seat + count;
  for (int v = first_seat, next; v < last; v = next) {
    for (next = v + 1; next < last && seat[next] == seat[next - 1] + 1;) ++next;
    s.move(from, to, {seat[v], next - v});
  }
}

void binomial_scatter(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = q == 1 ? 0 : floor2(q - 1); d >= 1; d /= 2) {
    s.round("send the blocks of the subtree, distance", d);
    for (int v = 0; v + d < q; v += 2 * d) move_blocks(s, seat[v], seat[v + d], seat, v + d, std::min(d, q - v - d));
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
  for (int u = 0; u < bigger.count(); ++u) body(smaller[u % smaller.count()], bigger[u], share(u, bigger.count(), q));
}

bool BinaryBlocks::hands_on(int size) const {
  for (std::size_t b = 0; b + 1 < seats_.size(); ++b)
    if (seats_[b].count() == size) return true;
  return false;
}

void BinaryBlocks::reduce_scatter(Builder& s) const {
  const int q = largest().count(), last = seats_.size() > 1 ? q : q / 2;
  for (int d = 1; d <= last; d *= 2) {
    s.round(d == q        ? "the smaller blocks fold into the block of size"
            : hands_on(d) ? "exchange halves and fold, also into the block of size"
                          : "exchange halves and fold, distance",
            d);
    for (std::size_t b = 0; b < seats_.size(); ++b) {
      const Seats& seat = seats_[b];
      if (seat.count() > d) {
        for (int v : s.senders(seat, [d](int u) { return u ^ d; }))
          s.fold(seat[v], seat[v ^ d], share(v ^ d, 2 * d, q));
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
        for (int v : s.senders(seat, [d](int u) { return u ^ d; })) s.move(seat[v], seat[v ^ d], share(v, 2 * d, q));
      } else if (seat.count() == d && b + 1 < seats_.size()) {
        for_each_segment(b, [&](Rank small, Rank large, Blocks segment) { s.move(large, small, segment); });
      }
    }
  }
}

}  // namespace tutti
