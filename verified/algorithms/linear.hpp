// One round in which the root sends to every other rank, or all others to the root: the sends and receives that define
// the outcome (MPI 4.0, 6.4 to 6.6).
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// The root sends everything to every other rank. Before, it is only there.
struct LinearBcast : Phase, OnceIfMany {
  static constexpr bool by_receiver = true;
  static Caption caption(const Ranks&, const Expression&) { return "the root sends to every other rank"; }
  static Message message(const Ranks& g, const Expression&, const Expression& u) {
    return moves(u != g.root, g.root, u, 0, 1);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 && (v == g.root || 0 < k), g.root, j};
  }
};

/// The root sends every other rank its block. Before, all blocks are there; after, also each at its rank.
struct LinearScatter : Phase, OnceIfMany {
  static constexpr bool by_receiver = true;
  static Caption caption(const Ranks&, const Expression&) { return "the root sends every rank its block"; }
  static Message message(const Ranks& g, const Expression&, const Expression& u) {
    return moves(u != g.root, g.root, u, u, 1);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {v == g.root || (0 < k && j == v), g.root, j};
  }
};

/// Every other rank sends its block to the root. Before, each is at its rank; after, all are also at the root.
struct LinearGather : Phase, OnceIfMany {
  static constexpr bool one_source = false;
  static Caption caption(const Ranks&, const Expression&) { return "every rank sends its block to the root"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v != g.root, v, g.root, v, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression&, const Expression& j) { return j; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == v || (0 < k && v == g.root), j, j};
  }
};

/// Rank 0 has the result, and moves it to the root where that is another rank.
struct MoveToRoot : Phase, Counting<MoveToRoot> {
  static Caption caption(const Ranks&, const Expression&) { return "move the result to the root"; }
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) { return chosen(g.root == 0, 0, 1); }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v == 0, v, g.root, 0, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression&) { return 0; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 && (v == 0 || (0 < k && v == g.root)), 0, j};
  }
};

/// The root takes the vectors of the ranks below it, from the nearest to rank 0, and folds each on the left. Round k is
/// that of rank k: after it, the root has the ranks from k to its own.
struct LinearReduceBelow : Phase, Counting<LinearReduceBelow> {
  static constexpr bool backwards = true;
  static Caption caption(const Ranks&, const Expression& k) { return numbered("the root takes the vector of rank", k); }
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) { return g.root; }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return folds(v == k, v, g.root, 0, 1);
  }
  static Expression source(const Ranks&, const Expression& k, const Expression&) { return k; }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression&) {
    return {true, chosen(v == g.root, k, v), v + 1};
  }
};

/// Then those of the ranks above it, from the nearest to rank p - 1, and folds each on the right. Before round k, the
/// root has the ranks 0 to k - 1.
struct LinearReduceAbove : Phase, Counting<LinearReduceAbove> {
  static Caption caption(const Ranks&, const Expression& k) { return numbered("the root takes the vector of rank", k); }
  static Expression begin(const Ranks& g) { return g.root + 1; }
  static Expression end(const Ranks& g) { return g.p; }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return folds(v == k, v, g.root, 0, 1);
  }
  static Expression source(const Ranks&, const Expression& k, const Expression&) { return k; }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression&) {
    const auto root = v == g.root;
    return {root || g.root < v, chosen(root, 0, v), chosen(root, k, v + 1)};
  }
};

}  // namespace tutti
