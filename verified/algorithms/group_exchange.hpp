// The allgather by recursive doubling for any p (Thakur et al. 2005, 4.1.1).
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// At distance d = 2^L the aligned groups of d seats exchange all they have in pairs. Where the upper one of two groups
/// has fewer than d seats, those of the lower group whose partner is missing get its blocks afterwards from those who
/// have them, along a tree with the distances e = d/2, d/4, … The number of a round is 32·L + s: s = 0 is the exchange,
/// round s goes on at e = d/2^s. That makes floor(lg p) + ceil(lg p) - z rounds, where 2^z is the largest power of two
/// that divides p: lg p for powers of two, and 2 floor(lg p) + 1 for all other odd p, one more than the bound that the
/// paper gives.
struct GroupExchange : Phase {
  template <class N>
  static N levels(const Ranks<N>& g) {
    return chosen<N>(g.q < g.p, g.lg + 1, g.lg);
  }
  template <class N>
  static N level(const N& k) {
    return k >> 5;
  }
  template <class N>
  static N step(const N& k) {
    return k & 31;
  }
  template <class N>
  static N first(const Ranks<N>&) {
    return 0;
  }
  template <class N>
  static Truth<N> more(const Ranks<N>& g, const N& k) {
    return level(k) < levels(g);
  }
  template <class N>
  static N next(const Ranks<N>&, const N& k) {
    return if_else(
        step(k) < level(k), [&] { return k + 1; }, [&] { return (level(k) + 1) << 5; });
  }
  template <class N>
  static Truth<N> reached(const Ranks<N>& g, const N& k) {
    return 0 <= k && step(k) <= level(k) && (level(k) < levels(g) || k == last(g));
  }
  template <class N>
  static N last(const Ranks<N>& g) {
    return levels(g) << 5;
  }
  template <class N>
  static N distance(const N& k) {
    return N(1) << level(k);
  }
  static Caption caption(const Ranks<Expression>&, const Expression& k) {
    return either(step(k) == 0, numbered("exchange all blocks of the own group, distance", distance(k)),
                  numbered("pass on the blocks of the incomplete group, distance", distance(k) >> step(k)));
  }

  /// The first of the 2d seats of the two groups that seat v is in.
  template <class N>
  static N first_of_both(const N& v, const N& d) {
    return v & ~(d | (d - 1));
  }
  /// How many seats the upper one of two groups has, of which the lower one begins at seat `first`.
  template <class N>
  static N seats_above(const Ranks<N>& g, const N& first, const N& d) {
    return g.p - first - d;
  }
  /// Nobody's partner is missing, or all have been served.
  template <class N>
  static Truth<N> silent(const Ranks<N>& g, const N& k) {
    const N d = distance(k), e = d >> step(k), got = seats_above(g, first_of_both(g.p, d), d);
    return step(k) != 0 && (got <= 0 || d <= got || e <= got - e);
  }
  /// In a round s >= 1, the seat has the blocks of the incomplete group, and seat + e has not.
  template <class N>
  static Truth<N> passes_on(const Ranks<N>& g, const N& k, const N& v) {
    const N d = distance(k), e = d >> step(k), first = first_of_both(g.p, d), got = seats_above(g, first, d);
    const N place = v & (e + (e - 1));
    return !silent(g, k) && first <= v && v - first < d && place < least(e, got) && got - e <= place;
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& v) {
    const N d = distance(k), group = v & ~(d - 1), above = first_of_both(g.p, d) + d;
    const auto exchange = step(k) == 0;
    return moves<N>(if_else(
                        exchange, [&] { return (v ^ d) < g.p; }, [&] { return passes_on(g, k, v); }),
                    v,
                    if_else(
                        exchange, [&] { return v ^ d; }, [&] { return v + (d >> step(k)); }),
                    if_else(
                        exchange, [&] { return group; }, [&] { return above; }),
                    if_else(
                        exchange, [&] { return least(d, g.p - group); }, [&] { return g.p - above; }));
  }
  template <class N>
  static N source(const Ranks<N>&, const N& k, const N& u) {
    return if_else(
        step(k) == 0, [&] { return u ^ distance(k); }, [&] { return u - (distance(k) >> step(k)); });
  }
  /// The own group; from the exchange on, of an upper seat the lower group too, and of a lower one the upper group
  /// where its place in the steps of `served` seats is one of those that have got it.
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const auto exchanged = [&] {
      const N d = distance(k), served = d >> (step(k) - 1);
      const auto got = (v & d) != 0 || (v & (served - 1)) < seats_above(g, first_of_both(v, d), d);
      return first_of_both(v, d) == first_of_both(j, d) && got;
    };
    const auto there = [&] {
      const N d = distance(k);
      return (v & ~(d - 1)) == (j & ~(d - 1)) || and_then(0 < step(k), exchanged);
    };
    return {if_else(
                level(k) == levels(g), [] { return Truth<N>(true); }, there),
            j, j};
  }
};

}  // namespace tutti
