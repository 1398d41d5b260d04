// The surplus of p over a power of two, folded away by halves of the vector (Rabenseifner 3.5), which takes two rounds
// instead of one, but half the time to fold.
#pragma once
#include "verified/algorithms/surplus.hpp"

namespace tutti {

/// Of two ranks the even one has the seat, unless the odd one is the root.
struct RootStays : SharedSeats {
  template <class N>
  static Ranks<N> group(const Ranks<N>& g) {
    return {g.q, owner(g, g.root), g.q, g.lg, g.k};
  }
  template <class N>
  static N rank(const Ranks<N>& g, const N& v) {
    const auto of_two = [&] {
      return if_else(
          g.root == v + v + 1, [&] { return g.root; }, [&] { return v + v; });
    };
    return if_else(v < g.surplus(), of_two, [&] { return v + g.surplus(); });
  }
};

/// Two rounds, 0 and 1, and none where p is a power of two.
struct TwiceIfSurplus : Counting<TwiceIfSurplus> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return 0;
  }
  template <class N>
  static N end(const Ranks<N>& g) {
    return chosen<N>(g.q < g.p, 2, 0);
  }
};

/// In round 0 the ranks of a pair exchange halves: the even one folds the lower half, the odd one the upper half. In
/// round 1 the one that leaves hands over its half to the one that stays, which then has both with the contributions of
/// both.
struct FoldSurplusByHalves : Phase, TwiceIfSurplus {
  static Caption caption(const Ranks<Expression>&, const Expression& k) {
    return either(k == 0, "surplus pairs exchange halves and fold", "surplus ranks hand over their half and are out");
  }
  template <class N>
  static N other(const N& r) {
    return if_else(
        r % 2 == 0, [&] { return r + 1; }, [&] { return r - 1; });
  }
  template <class N>
  static Truth<N> stays(const Ranks<N>& g, const N& r) {
    return r == g.root || (r % 2 == 0 && r + 1 != g.root);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& r) {
    const N half = g.q / 2;
    const auto even = r % 2 == 0, exchange = k == 0;
    const N first = chosen<N>(even == exchange, half, 0);  // the upper half of the even rank, in round 0
    return {is_paired(g, r) && (exchange || !stays(g, r)), r, other(r), first, half, first, !exchange, even};
  }
  template <class N>
  static N source(const Ranks<N>&, const N&, const N& u) {
    return other(u);
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& r, const N& j) {
    const auto two = is_paired(g, r) && 0 < k, even = r % 2 == 0, lower = j < g.q / 2;
    return {!two || (k == 1 && even == lower) || (1 < k && stays(g, r)), chosen(two && !even, r - 1, r),
            if_else(
                two && even, [&] { return r + 2; }, [&] { return r + 1; })};
  }
};

}  // namespace tutti
