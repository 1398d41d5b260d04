#include "verified/algorithms/binomial.hpp"

#include "verified/algorithms/tree_rules.hpp"

namespace tutti {
namespace {

using Tree = BinomialTree;

}  // namespace

int largest_distance(int q) { return q == 1 ? 0 : floor2(q - 1); }

Seats seats_from_root(const Group& g) {
  return Seats(g.ranks, g.ranks, [&](int v) { return RotatedSeats::rank(v, g.root, g.ranks); });
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
  for (int d = largest_distance(q); d >= 1; d /= 2) {
    s.round("send the blocks of the subtree, distance", d);
    for (int v : s.senders(seat, [=](int u) { return Tree::has_parent(u, d) ? Tree::parent(u, d) : -1; }))
      if (Tree::has_child(v, d, q)) {
        const int child = Tree::child(v, d);
        move_blocks(s, seat[v], seat[child], seat, child, Tree::subtree(child, d, q));
      }
  }
}

}  // namespace tutti
