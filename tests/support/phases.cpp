#include "tests/support/phases.hpp"

#include <algorithm>

#include "verified/algorithms/binomial.hpp"

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

}  // namespace tutti
