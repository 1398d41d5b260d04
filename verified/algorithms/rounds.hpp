// The usual kinds of rounds: see verified/schedule/rules.hpp for what a kind says.
#pragma once
#include "verified/schedule/rules.hpp"

namespace tutti {

/// The numbers begin(g), begin(g) + 1, …, end(g) - 1 of a `Range`, which derives from this.
template <class Range>
struct Counting {
  template <class N>
  static N first(const Ranks<N>& g) {
    return Range::begin(g);
  }
  template <class N>
  static Truth<N> more(const Ranks<N>& g, const N& k) {
    return k < Range::end(g);
  }
  template <class N>
  static N next(const Ranks<N>&, const N& k) {
    return k + 1;
  }
  template <class N>
  static Truth<N> reached(const Ranks<N>& g, const N& k) {
    return Range::begin(g) <= k && k <= Range::end(g);
  }
  template <class N>
  static N last(const Ranks<N>& g) {
    return Range::end(g);
  }
};

/// from, from + 1, …, p - 1.
template <int from>
struct UpToP : Counting<UpToP<from>> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return from;
  }
  template <class N>
  static N end(const Ranks<N>& g) {
    return g.p;
  }
};

/// Only one, number 0.
struct OneRound : Counting<OneRound> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return 0;
  }
  template <class N>
  static N end(const Ranks<N>&) {
    return 1;
  }
};

/// Only one, number 0, and none where a rank is alone.
struct OnceIfMany : Counting<OnceIfMany> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return 0;
  }
  template <class N>
  static N end(const Ranks<N>& g) {
    return chosen<N>(1 < g.p, 1, 0);
  }
};

/// n is 1, 2, 4, 8, …
template <class N>
Truth<N> one_bit(const N& n) {
  return 0 < n && (n & (n - 1)) == 0;
}

/// The distances 1, 2, 4, … < p, and then p.
struct DoublingToP {
  template <class N>
  static N first(const Ranks<N>&) {
    return 1;
  }
  template <class N>
  static Truth<N> more(const Ranks<N>& g, const N& d) {
    return d < g.p;
  }
  template <class N>
  static N next(const Ranks<N>& g, const N& d) {
    return d + least(d, g.p - d);
  }
  template <class N>
  static Truth<N> reached(const Ranks<N>& g, const N& d) {
    return 1 <= d && (d == g.p || (d < g.p && one_bit(d)));
  }
  template <class N>
  static N last(const Ranks<N>& g) {
    return g.p;
  }
};

/// The same, of which nobody needs to know that they are powers of two.
struct GrowingToP : DoublingToP {
  template <class N>
  static Truth<N> reached(const Ranks<N>& g, const N& d) {
    return 1 <= d && d <= g.p;
  }
};

/// The distances 1, 2, 4, …, q/2, and then q.
struct DoublingToQ {
  template <class N>
  static N first(const Ranks<N>&) {
    return 1;
  }
  template <class N>
  static Truth<N> more(const Ranks<N>& g, const N& d) {
    return d < g.q;
  }
  template <class N>
  static N next(const Ranks<N>&, const N& d) {
    return d + d;
  }
  template <class N>
  static Truth<N> reached(const Ranks<N>& g, const N& d) {
    return one_bit(d) && d <= g.q;
  }
  template <class N>
  static N last(const Ranks<N>& g) {
    return g.q;
  }
};

}  // namespace tutti
