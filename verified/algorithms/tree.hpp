// Binomial trees, whose root is seat 0. An edge of length d = 1, 2, 4, … joins a seat that is an odd multiple of d to
// the even multiple of d below it, where there are both.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// The round of number d is that of the edges of length d.
struct BinomialEdges : Phase, DoublingToP {
  /// The bits of a seat up to d.
  static Expression up_to(const Expression& v, const Expression& d) { return v & (d + (d - 1)); }
  static Condition has_child(const Ranks& g, const Expression& v, const Expression& d) {
    return up_to(v, d) == 0 && d < g.p - v;
  }
  static Condition has_parent(const Expression& v, const Expression& d) { return up_to(v, d) == d; }
  /// It is the upper end of no edge that is shorter than d.
  static Condition above(const Ranks& g, const Expression& v, const Expression& d) {
    return v == 0 || (d < g.p && (v & (d - 1)) == 0);
  }
  /// The seats of the subtree that shorter edges make at v: d from v on, as far as there are any.
  static Expression subtree(const Ranks& g, const Expression& v, const Expression& d) { return least(d, g.p - v); }
};

/// The edges lead from seat 0 to all, the longest first.
struct DownTheTree : BinomialEdges {
  static constexpr bool backwards = true;
  static Expression source(const Ranks&, const Expression& d, const Expression& u) { return u - d; }
};
/// They lead from all to seat 0, the shortest first.
struct UpTheTree : BinomialEdges {
  static Expression source(const Ranks& g, const Expression& d, const Expression& u) { return wrap_up(u, d, g.p); }
};

/// The vector goes from seat 0 to all: when the edges longer than d have been used, it is at the multiples of 2d
/// (Thakur et al. 2005, 4.2).
template <class Slots>
struct BinomialBcast : DownTheTree {
  static Caption caption(const Ranks&, const Expression& d) { return numbered("send along the tree, distance", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return moves(has_child(g, v, d), v, v + d, 0, Slots::blocks(g));
  }
  static Origin origin(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return {j < Slots::blocks(g) && above(g, v, d), 0, j};
  }
};

/// Seat 0 holds the blocks of all seats. With an edge go those of the subtree behind it, so that the ends of longer
/// edges have the blocks of their own subtree (Thakur et al. 2005, 4.2, the scatter in the broadcast of long messages).
/// Blocks that pass through a seat stay there too; nobody relies on it.
struct BinomialScatter : DownTheTree {
  static Caption caption(const Ranks&, const Expression& d) {
    return numbered("send the blocks of the subtree, distance", d);
  }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    const Expression child = v + d;
    return moves(has_child(g, v, d), v, child, child, subtree(g, child, d));
  }
  static Origin origin(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return {j < g.p && (v == 0 || (above(g, v, d) && v <= j && j - v < d)), 0, j};
  }
};

/// The way back: a seat that shorter edges have not left holds the blocks of its subtree, and sends them on (Thakur et
/// al. 2005, 4.5, the gather in the reduce of long messages).
struct BinomialGather : UpTheTree {
  static Caption caption(const Ranks&, const Expression& d) {
    return numbered("send the blocks of the subtree, distance", d);
  }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return moves(has_parent(v, d), v, v - d, v, subtree(g, v, d));
  }
  static Origin origin(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return {j < g.p && (j == v || (above(g, v, d) && v <= j && j - v < d)), j, j};
  }
};

/// A seat that shorter edges have not left holds the combination of its subtree, which is a run of seats; the end of an
/// edge folds what comes on the right of it.
template <class Slots>
struct BinomialReduce : UpTheTree {
  static Caption caption(const Ranks&, const Expression& d) { return numbered("fold along the tree, distance", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds_on(false, has_parent(v, d), v, v - d, 0, Slots::blocks(g), 0);
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return {j < Slots::blocks(g) && above(g, v, d), v, v + subtree(g, v, d)};
  }
};

}  // namespace tutti
