#include "verified/algorithms/binomial.hpp"

#include <algorithm>

namespace tutti {
namespace {

/// The distance of the first round of a tree that grows from one seat to q; 0 where q = 1.
int largest_distance(int q) { return q == 1 ? 0 : floor2(q - 1); }

/// The seats of the subtree that hangs at v by an edge of length d.
int subtree(int v, int d, int q) { return std::min(d, q - v); }

}  // namespace

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

void binomial_bcast(Builder& s, const Seats& seat, Blocks vector) {
  const int q = seat.count();
  for (int d = largest_distance(q); d >= 1; d /= 2) {
    s.round("send along the tree, distance", d);
    for (int v : s.senders(seat, [=](int u) { return u % (2 * d) == d ? u - d : -1; }))
      if (v % (2 * d) == 0 && v + d < q) s.move(seat[v], seat[v + d], vector);
  }
}

void binomial_scatter(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = largest_distance(q); d >= 1; d /= 2) {
    s.round("send the blocks of the subtree, distance", d);
    for (int v : s.senders(seat, [=](int u) { return u % (2 * d) == d ? u - d : -1; }))
      if (v % (2 * d) == 0 && v + d < q) move_blocks(s, seat[v], seat[v + d], seat, v + d, subtree(v + d, d, q));
  }
}

void binomial_gather(Builder& s, const Seats& seat) {
  const int q = seat.count();
  for (int d = 1; d < q; d *= 2) {
    s.round("send the blocks of the subtree, distance", d);
    for (int v : s.senders(seat, [=](int u) { return u % (2 * d) == 0 && u + d < q ? u + d : -1; }))
      if (v % (2 * d) == d) move_blocks(s, seat[v], seat[v - d], seat, v, subtree(v, d, q));
  }
}

}  // namespace tutti
