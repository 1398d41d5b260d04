// Vector halving with distance doubling leaves seat v with the block whose number is v with its bits reversed. So, for
// powers of two, it works on a copy of the vector that is permuted the same way: slots p to 2p - 1.
#pragma once
#include "verified/algorithms/shares.hpp"

namespace tutti {

/// The lg(p) bits of a block, reversed.
inline Expression reversed_block(const Ranks& g, const Expression& b) { return reversed(b) >> (31 - g.lg); }

/// A block for each rank; slot p + b is for the block that is b reversed.
struct PermutedCopy : PerRankTwice {
  static Expression label(const Ranks& g, const Expression&, const Expression& s) { return reversed_block(g, s - g.p); }
};

/// Block b goes to slot p + (b reversed): p parts of what a rank sends to itself.
struct PermuteBlocks : Phase, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "permute the blocks by bit reversal"; }
  static Expression parts(const Ranks& g) { return g.p; }
  static Expression part(const Ranks& g, const Expression&, const Expression&, const Expression& j) {
    return if_else(
        j < g.p, [] { return Expression(0); }, [&] { return reversed_block(g, j - g.p); });
  }
  static Message message(const Ranks& g, const Expression&, const Expression&, const Expression& v,
                         const Expression& b) {
    return moves(true, v, v, b, 1, g.p + reversed_block(g, b));
  }
  static Expression source(const Ranks&, const Expression&, const Expression&, const Expression& u) { return u; }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j < g.p || 0 < k, v, v + 1};
  }
};

/// HalveVector in the copy.
struct HalveCopy : ExchangeInPairs {
  static Caption caption(const Ranks&, const Expression& d) {
    return numbered("exchange halves and fold, distance", d);
  }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    const Expression other = v ^ d;
    return folds(true, v, other, g.p + share_first(g, other, d + d), share_count(g, d + d));
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return of_run(g, (g.p == 1 && j == 0) || and_then(g.p <= j, [&] { return in_share(g, j - g.p, v, d); }), v, d);
  }
};

/// The one slot of the copy that a rank is left with is its own block, and goes to its place.
struct PutOwnBlock : Local, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "put the own block in its place"; }
  static Expression place(const Ranks& g, const Expression& v) {
    return if_else(
        g.p == 1, [] { return Expression(0); }, [&] { return g.p + reversed_block(g, v); });
  }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(true, v, v, g.p + reversed_block(g, v), 1, v);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == place(g, v) || (0 < k && j == v), v, place(g, v)};
  }
};

}  // namespace tutti
