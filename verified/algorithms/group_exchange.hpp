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
  static Expression levels(const Ranks& g) { return chosen(g.q < g.p, g.lg + 1, g.lg); }
  static Expression level(const Expression& k) { return k >> 5; }
  static Expression step(const Expression& k) { return k & 31; }
  static Expression first(const Ranks&) { return 0; }
  static Condition more(const Ranks& g, const Expression& k) { return level(k) < levels(g); }
  static Expression next(const Ranks&, const Expression& k) {
    return if_else(
        step(k) < level(k), [&] { return k + 1; }, [&] { return (level(k) + 1) << 5; });
  }
  static Condition reached(const Ranks& g, const Expression& k) {
    return 0 <= k && step(k) <= level(k) && (level(k) < levels(g) || k == last(g));
  }
  static Expression last(const Ranks& g) { return levels(g) << 5; }
  static Expression distance(const Expression& k) { return Expression(1) << level(k); }
  static Caption caption(const Ranks&, const Expression& k) {
    return either(step(k) == 0, numbered("exchange all blocks of the own group, distance", distance(k)),
                  numbered("pass on the blocks of the incomplete group, distance", distance(k) >> step(k)));
  }

  /// The first of the 2d seats of the two groups that seat v is in.
  static Expression first_of_both(const Expression& v, const Expression& d) { return v & ~(d | (d - 1)); }
  /// How many seats the upper one of two groups has, of which the lower one begins at seat `first`.
  static Expression seats_above(const Ranks& g, const Expression& first, const Expression& d) {
    return g.p - first - d;
  }
  /// Nobody's partner is missing, or all have been served.
  static Condition silent(const Ranks& g, const Expression& k) {
    const Expression d = distance(k), e = d >> step(k), got = seats_above(g, first_of_both(g.p, d), d);
    return step(k) != 0 && (got <= 0 || d <= got || e <= got - e);
  }
  /// In a round s >= 1, the seat has the blocks of the incomplete group, and seat + e has not.
  static Condition passes_on(const Ranks& g, const Expression& k, const Expression& v) {
    const Expression d = distance(k), e = d >> step(k), first = first_of_both(g.p, d), got = seats_above(g, first, d);
    const Expression place = v & (e + (e - 1));
    return !silent(g, k) && first <= v && v - first < d && place < least(e, got) && got - e <= place;
  }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    const Expression d = distance(k), group = v & ~(d - 1), above = first_of_both(g.p, d) + d;
    const auto exchange = step(k) == 0;
    return moves(if_else(
                     exchange, [&] { return (v ^ d) < g.p; }, [&] { return passes_on(g, k, v); }),
                 v,
                 if_else(
                     exchange, [&] { return v ^ d; }, [&] { return v + (d >> step(k)); }),
                 if_else(
                     exchange, [&] { return group; }, [&] { return above; }),
                 if_else(
                     exchange, [&] { return least(d, g.p - group); }, [&] { return g.p - above; }));
  }
  static Expression source(const Ranks&, const Expression& k, const Expression& u) {
    return if_else(
        step(k) == 0, [&] { return u ^ distance(k); }, [&] { return u - (distance(k) >> step(k)); });
  }
  /// The own group; from the exchange on, of an upper seat the lower group too, and of a lower one the upper group
  /// where its place in the steps of `served` seats is one of those that have got it.
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const auto exchanged = [&] {
      const Expression d = distance(k), served = d >> (step(k) - 1);
      const auto got = (v & d) != 0 || (v & (served - 1)) < seats_above(g, first_of_both(v, d), d);
      return first_of_both(v, d) == first_of_both(j, d) && got;
    };
    const auto there = [&] {
      const Expression d = distance(k);
      return (v & ~(d - 1)) == (j & ~(d - 1)) || and_then(0 < step(k), exchanged);
    };
    return {if_else(
                level(k) == levels(g), [] { return Condition(true); }, there),
            j, j};
  }
};

}  // namespace tutti
