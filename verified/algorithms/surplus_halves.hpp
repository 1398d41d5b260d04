// The surplus of p over a power of two, folded away by halves of the vector (Rabenseifner 3.5), which takes two rounds
// instead of one, but half the time to fold.
#pragma once
#include "verified/algorithms/surplus.hpp"

namespace tutti {

/// The even one of two ranks has the seat, unless the odd one is the root.
struct RootStays : SharedSeats {
  static Ranks group(const Ranks& g) { return {g.q, owner(g, g.root), g.q, g.lg, g.k}; }
  static Expression rank(const Ranks& g, const Expression& v) {
    const auto of_two = [&] {
      return if_else(
          g.root == v + v + 1, [&] { return g.root; }, [&] { return v + v; });
    };
    return if_else(v < g.surplus(), of_two, [&] { return v + g.surplus(); });
  }
};

/// Two rounds, 0 and 1, and none where p is a power of two.
struct TwiceIfSurplus : Counting<TwiceIfSurplus> {
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) { return chosen(g.q < g.p, 2, 0); }
};

/// In round 0 the ranks of a pair exchange halves: the even one folds the lower half, the odd one the upper half. In
/// round 1 the one that leaves hands over its half to the one that stays, which then has both with the contributions of
/// both.
struct FoldSurplusByHalves : Phase, TwiceIfSurplus {
  static Caption caption(const Ranks&, const Expression& k) {
    return either(k == 0, "surplus pairs exchange halves and fold", "surplus ranks hand over their half and are out");
  }
  static Expression other(const Expression& r) {
    return if_else(
        r % 2 == 0, [&] { return r + 1; }, [&] { return r - 1; });
  }
  static Condition stays(const Ranks& g, const Expression& r) { return r == g.root || (r % 2 == 0 && r + 1 != g.root); }
  static Message message(const Ranks& g, const Expression& k, const Expression& r) {
    const Expression half = g.q / 2;
    const auto even = r % 2 == 0, exchange = k == 0;
    const Expression first = chosen(even == exchange, half, 0);  // the upper half of the even rank, in round 0
    return {is_paired(g, r) && (exchange || !stays(g, r)), r, other(r), first, half, first, !exchange, even};
  }
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return other(u); }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& r, const Expression& j) {
    const auto two = is_paired(g, r) && 0 < k, even = r % 2 == 0, lower = j < g.q / 2;
    return {!two || (k == 1 && even == lower) || (1 < k && stays(g, r)), chosen(two && !even, r - 1, r),
            if_else(
                two && even, [&] { return r + 2; }, [&] { return r + 1; })};
  }
};

}  // namespace tutti
