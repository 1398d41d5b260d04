#include "verified/algorithms/phases.hpp"

#include "verified/algorithms/bits.hpp"
#include "verified/algorithms/ring_rules.hpp"
#include "verified/algorithms/tree_rules.hpp"

namespace tutti {

Blocks share(int v, int d, int q) {
  Blocks mine{0, q};
  for (int distance = 1; distance < d; distance *= 2)
    mine = {first_of_half(mine.first, mine.count, v, distance), mine.count / 2};
  return mine;
}

void halve_vector_double_distance(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = 1; d < q; d *= 2) {
    s.round("exchange halves and fold, distance", d);
    for (int v : s.senders(seat, [d](int u) { return partner(u, d); }))
      s.fold(seat[v], seat[partner(v, d)], share(partner(v, d), 2 * d, q));
  }
}

void double_vector_halve_distance(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("exchange results, distance", d);
    for (int v : s.senders(seat, [d](int u) { return partner(u, d); }))
      s.move(seat[v], seat[partner(v, d)], share(v, 2 * d, q));
  }
}

void gather_shares(Builder& s, const Seats& seat, int root_seat) {
  const int q = seat.count();
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("gather results, distance", d);
    for (int v : s.senders(seat, [d](int u) { return partner(u, d); }))
      if (sends_towards(root_seat, v, d)) s.move(seat[v], seat[partner(v, d)], share(v, 2 * d, q));
  }
}

Seats fold_surplus_by_halves(Builder& s, int p, Rank root) {
  const int q = floor2(p), surplus = p - q;
  const Seats seat(p, q, [=](int v) { return rank_that_stays(v, surplus, root); });
  if (surplus == 0) return seat;

  const Blocks lower{0, q / 2}, upper{q / 2, q / 2};
  s.round("surplus pairs exchange halves and fold");
  for (int v = 0; v < surplus; ++v) {
    const Rank first = first_rank(v, surplus), last = last_rank(v, surplus);
    s.fold(first, last, upper);
    s.fold(last, first, lower);
  }
  s.round("surplus ranks hand over their half and are out");
  for (int v = 0; v < surplus; ++v) {
    const Rank out = rank_that_leaves(v, seat[v]);
    s.move(out, seat[v], out == last_rank(v, surplus) ? upper : lower);
  }
  return seat;
}

void binomial_reduce(Builder& s, const Seats& seat, Blocks vector) {
  using Tree = BinomialTree;
  const int p = seat.count();
  for (int d = Tree::first; d < p; d = Tree::next(d, p)) {
    s.round("fold along the tree, distance", d);
    for (int v : s.senders(seat, [=](int u) { return Tree::has_child(u, d, p) ? Tree::child(u, d) : -1; }))
      if (Tree::has_parent(v, d)) s.fold_right(seat[v], seat[Tree::parent(v, d)], vector);
  }
}

Seats fold_surplus(Builder& s, int p, Blocks vector, bool odd_stays) {
  const int q = floor2(p), surplus = p - q;
  const Seats seat(p, q, [=](int v) { return odd_stays ? last_rank(v, surplus) : first_rank(v, surplus); });
  if (surplus == 0) return seat;
  s.round("surplus ranks send everything to their neighbours and are out");
  for (int v = 0; v < surplus; ++v) s.fold(rank_that_leaves(v, seat[v]), seat[v], vector);
  return seat;
}

void pairwise_exchange(Builder& s, const Seats& seat) {
  const int p = seat.count();
  for (int i = 1; i < p; ++i) {
    s.round("send the block of rank +", i);
    for (int r : s.senders(seat, [=](int u) { return PairwiseExchange::from(u, i, p); })) {
      const Rank to = PairwiseExchange::to(r, i, p);
      s.fold(r, to, {to, 1});
    }
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
