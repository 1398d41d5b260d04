// Vector halving with distance doubling (Rabenseifner 3.5), where there are a power of two of seats and as many blocks.
// At each distance d = 1, 2, 4, … the seats without that bit keep the first half of the blocks that they have worked
// on, those with it the second. What is left to seat v before distance d is its share: lg(p) bits number the blocks,
// and the bits of v below d, reversed, are the first ones of them.
#pragma once
#include "verified/algorithms/pairs.hpp"

namespace tutti {

inline Expression share_first(const Ranks& g, const Expression& v, const Expression& d) {
  return reversed(v & (d - 1)) >> (31 - g.lg);
}
inline Expression share_count(const Ranks& g, const Expression& d) { return reversed(d) >> (30 - g.lg); }
/// The seat whose share is block j alone, in the end.
inline Expression seat_of_share(const Ranks& g, const Expression& j) { return reversed(j) >> (31 - g.lg); }
/// Block j < q belongs to the share of v before distance d: the seat to which it comes agrees with v in the bits below
/// d.
inline Condition in_share(const Ranks& g, const Expression& j, const Expression& v, const Expression& d) {
  return ((seat_of_share(g, j) ^ v) & (d - 1)) == 0;
}

/// At distance d a seat sends the half that the other keeps. Before it, the share has the contributions of the run of d
/// seats: neighbours fold first, so that the order of the ranks is kept.
struct HalveVector : ExchangeInPairs {
  static Caption caption(const Ranks&, const Expression& d) {
    return numbered("exchange halves and fold, distance", d);
  }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    const Expression other = v ^ d;
    return folds(true, v, other, share_first(g, other, d + d), share_count(g, d + d));
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return of_run(g, in_share(g, j, v, d), v, d);
  }
};

/// The way back: at distance d, going down, a seat sends what it has to the other. After it, both have the result of
/// their common share.
struct DoubleVector : ExchangeInPairs {
  static constexpr bool backwards = true;
  static Caption caption(const Ranks&, const Expression& d) { return numbered("exchange results, distance", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return moves(true, v, v ^ d, share_first(g, v, d + d), share_count(g, d + d));
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return {in_share(g, j, v, d), 0, g.p};
  }
};

/// The way back for one: of the seats that differ from the root's in the bits below 2d only, those that differ in d
/// send what they have. After it, those that differ below d only have the result of their share.
struct GatherShares : ExchangeInPairs {
  static constexpr bool backwards = true;
  static Caption caption(const Ranks&, const Expression& d) { return numbered("gather results, distance", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    const Expression unlike = v ^ g.root;
    return moves(d <= unlike && (unlike & ~(d + (d - 1))) == 0, v, v ^ d, share_first(g, v, d + d),
                 share_count(g, d + d));
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return {(v ^ g.root) < d && in_share(g, j, v, d), 0, g.p};
  }
};

}  // namespace tutti
