// The usual kinds of rounds: see verified/schedule/rules.hpp for what a kind says.
#pragma once
#include "verified/schedule/rules.hpp"

namespace tutti {

/// The numbers begin(g), begin(g) + 1, …, end(g) - 1 of a `Range`, which derives from this.
template <class Range>
struct Counting {
  static Expression first(const Ranks& g) { return Range::begin(g); }
  static Condition more(const Ranks& g, const Expression& k) { return k < Range::end(g); }
  static Expression next(const Ranks&, const Expression& k) { return k + 1; }
  static Condition reached(const Ranks& g, const Expression& k) { return Range::begin(g) <= k && k <= Range::end(g); }
  static Expression last(const Ranks& g) { return Range::end(g); }
};

/// from, from + 1, …, p - 1.
template <int from>
struct UpToP : Counting<UpToP<from>> {
  static Expression begin(const Ranks&) { return from; }
  static Expression end(const Ranks& g) { return g.p; }
};

/// Only one, number 0.
struct OneRound : Counting<OneRound> {
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks&) { return 1; }
};

/// Only one, number 0, and none where a rank is alone.
struct OnceIfMany : Counting<OnceIfMany> {
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) { return chosen(1 < g.p, 1, 0); }
};

/// n is 1, 2, 4, 8, …
inline Condition one_bit(const Expression& n) { return 0 < n && (n & (n - 1)) == 0; }

/// The distances 1, 2, 4, … < p, and then p.
struct DoublingToP {
  static Expression first(const Ranks&) { return 1; }
  static Condition more(const Ranks& g, const Expression& d) { return d < g.p; }
  static Expression next(const Ranks& g, const Expression& d) { return d + least(d, g.p - d); }
  static Condition reached(const Ranks& g, const Expression& d) {
    return 1 <= d && (d == g.p || (d < g.p && one_bit(d)));
  }
  static Expression last(const Ranks& g) { return g.p; }
};

/// The same, of which nobody needs to know that they are powers of two.
struct GrowingToP : DoublingToP {
  static Condition reached(const Ranks& g, const Expression& d) { return 1 <= d && d <= g.p; }
};

/// The distances 1, 2, 4, …, q/2, and then q.
struct DoublingToQ {
  static Expression first(const Ranks&) { return 1; }
  static Condition more(const Ranks& g, const Expression& d) { return d < g.q; }
  static Expression next(const Ranks&, const Expression& d) { return d + d; }
  static Condition reached(const Ranks& g, const Expression& d) { return one_bit(d) && d <= g.q; }
  static Expression last(const Ranks& g) { return g.q; }
};

}  // namespace tutti
