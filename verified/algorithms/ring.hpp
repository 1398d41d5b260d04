// The ranks stand in a ring: rank p - 1 is followed by rank 0. In every round each sends to the rank that is so far
// ahead, and hears from the one that is as far behind.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// p - 1 rounds: every seat passes on the block that it got last, at first its own, to the next seat (Thakur et al.
/// 2005, 4.1). Before round k, a seat has its own block and those of the k - 1 seats behind it.
struct RingAllgather : Phase, UpToP<1> {
  static Caption caption(const Ranks&, const Expression& k) {
    return numbered("pass the latest block on to the next seat, step", k);
  }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return moves(true, v, wrap_up(v, 1, g.p), wrap_down(v, k - 1, g.p), 1);
  }
  static Expression source(const Ranks& g, const Expression&, const Expression& u) { return wrap_down(u, 1, g.p); }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {wrap_down(v, j, g.p) < k, j, j};
  }
};

/// Pairwise exchange (Thakur et al. 4.4, Rabenseifner 3.7): in round k every rank sends the block of rank + k to it,
/// where it is folded. Before round k, the own block of a rank has its own contribution and those of the k - 1 ranks
/// behind it; the other blocks have the own contribution only.
struct Pairwise : Phase, UpToP<1> {
  static Caption caption(const Ranks&, const Expression& k) { return numbered("send the block of rank +", k); }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    const Expression to = wrap_up(v, k, g.p);
    return folds(true, v, to, to, 1);
  }
  static Expression source(const Ranks& g, const Expression& k, const Expression& u) { return wrap_down(u, k, g.p); }
  static Members members(const Ranks& g, const Expression& k, const Expression& v, const Expression& j,
                         const Expression& c) {
    return {true, (j != v && c == v) || (j == v && wrap_down(v, c, g.p) < k)};
  }
};

/// Every rank tells the rank at distance d all that it knows. Before that round, it knows of itself and of the d - 1
/// ranks behind it, so that after the distances 1, 2, 4, … everybody knows of everybody.
struct Dissemination : Phase, GrowingToP {
  static Caption caption(const Ranks&, const Expression& d) { return numbered("signal the rank at distance", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(true, v, wrap_up(v, d, g.p), 0, 1);
  }
  static Expression source(const Ranks& g, const Expression& d, const Expression& u) { return wrap_down(u, d, g.p); }
  static Members members(const Ranks& g, const Expression& d, const Expression& v, const Expression&,
                         const Expression& c) {
    return {true, wrap_down(v, c, g.p) < d};
  }
};

}  // namespace tutti
