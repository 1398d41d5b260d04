// Pairwise exchange that keeps the order of the ranks: what arrives from ranks below is folded into the own block, what
// arrives from ranks above into a second accumulator, slot p.
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// A block for each rank, and a second accumulator for the own one.
struct PerRankAndOne : PerRank {
  static constexpr int most_ranks = PerRank::most_ranks - 1;
  static Expression extra(const Ranks&) { return 1; }
  static Expression label(const Ranks&, const Expression& r, const Expression&) { return r; }
};

/// In round k every rank sends the block of rank + k to it. There it comes from rank - k, …, 0 and is folded on the
/// left of the own block, or from p - 1 down to rank + 1 and is folded on the left of the accumulator, which rank p - 1
/// begins.
struct OrderedPairwise : Phase, UpToP<1> {
  static Caption caption(const Ranks&, const Expression& k) { return numbered("send the block of rank +", k); }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    const Expression to = wrap_up(v, k, g.p);
    return {true, v, to, to, 1, chosen(v < to, to, g.p), to < v && v == g.p - 1, true};
  }
  static Expression source(const Ranks& g, const Expression& k, const Expression& u) { return wrap_down(u, k, g.p); }
  /// The own block has the ranks from v - (k - 1), or 0, to v. The accumulator has the last ranks, as many as there are
  /// rounds since the one in which rank 0 was heard.
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const Expression below = if_else(
        v < k, [] { return Expression(0); }, [&] { return v - (k - 1); });
    const Expression first = if_else(
        j == g.p, [&] { return g.p - (k - 1 - v); }, [&] { return chosen(j == v, below, v); });
    return {j < g.p || v < k - 1, first, chosen(j == g.p, g.p, v + 1)};
  }
};

/// The accumulator has the ranks above: it is folded on the right of the own block. Rank p - 1 has none.
struct JoinAccumulators : Local, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "join the two accumulators"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return folds_on(false, v < g.p - 1, v, v, g.p, 1, v);
  }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const Expression first = chosen(j == v, Expression(0), v + 1);
    const Expression end = chosen(j == v && k < 1, v + 1, g.p);
    return {j == v || (j == g.p && k < 1 && v < g.p - 1), first, end};
  }
};

}  // namespace tutti
