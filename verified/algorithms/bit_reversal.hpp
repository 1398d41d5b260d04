// Vector halving with distance doubling leaves seat v with the block whose number is v with its bits reversed. So, for
// powers of two, it works on a copy of the vector that is permuted the same way: slots p to 2p - 1.
#pragma once
#include "verified/algorithms/shares.hpp"

namespace tutti {

/// The lg(p) bits of a block, reversed.
template <class N>
N reversed_block(const Ranks<N>& g, const N& b) {
  return reversed(b) >> (31 - g.lg);
}

/// A block for each rank; slot p + b is for the block that is b reversed.
struct PermutedCopy : PerRankTwice {
  template <class N>
  static N label(const Ranks<N>& g, const N&, const N& s) {
    return reversed_block(g, s - g.p);
  }
};

/// Block b goes to slot p + (b reversed): p parts of what a rank sends to itself.
struct PermuteBlocks : Phase, OnceIfMany {
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "permute the blocks by bit reversal"; }
  template <class N>
  static N parts(const Ranks<N>& g) {
    return g.p;
  }
  template <class N>
  static N part(const Ranks<N>& g, const N&, const N&, const N& j) {
    return if_else(
        j < g.p, [] { return N(0); }, [&] { return reversed_block(g, j - g.p); });
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N& b) {
    return moves<N>(true, v, v, b, 1, g.p + reversed_block(g, b));
  }
  template <class N>
  static N source(const Ranks<N>&, const N&, const N&, const N& u) {
    return u;
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return {j < g.p || 0 < k, v, v + 1};
  }
};

/// HalveVector in the copy.
struct HalveCopy : ExchangeInPairs {
  static Caption caption(const Ranks<Expression>&, const Expression& d) {
    return numbered("exchange halves and fold, distance", d);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& d, const N& v) {
    const N other = v ^ d;
    return folds<N>(true, v, other, g.p + share_first(g, other, d + d), share_count(g, d + d));
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return of_run<N>(g, (g.p == 1 && j == 0) || and_then(g.p <= j, [&] { return in_share(g, j - g.p, v, d); }), v, d);
  }
};

/// The one slot of the copy that a rank is left with is its own block, and goes to its place.
struct PutOwnBlock : Local, OnceIfMany {
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "put the own block in its place"; }
  template <class N>
  static N place(const Ranks<N>& g, const N& v) {
    return if_else(
        g.p == 1, [] { return N(0); }, [&] { return g.p + reversed_block(g, v); });
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& v) {
    return moves<N>(true, v, v, g.p + reversed_block(g, v), 1, v);
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return {j == place(g, v) || (0 < k && j == v), v, place(g, v)};
  }
};

}  // namespace tutti
