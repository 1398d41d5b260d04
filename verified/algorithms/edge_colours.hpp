// The edges of the complete graph on the ranks in as few colours as possible, so that no two of one colour meet: m = p
// for odd p, m = p - 1 for even p. The ranks below m pair up in colour c where their sum is c modulo m; one is left,
// the one whose double is c: it is alone for odd p and has rank p - 1 as its partner for even p.
#pragma once
#include "verified/algorithms/exchange.hpp"

namespace tutti {

/// The colours 0, …, m - 1.
struct Colours : Counting<Colours> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return 0;
  }
  template <class N>
  static N end(const Ranks<N>& g) {
    return chosen<N>(g.p == 1, 0, chosen(g.p % 2 == 0, g.p - 1, g.p));
  }
};

/// In round c the two ends of each edge of colour c exchange their blocks. Before it, a rank has its own block, which
/// was in its place before the phase, and those from the ranks to which the edge has a colour before c.
struct EdgeColoured : Phase, Colours {
  static Caption caption(const Ranks<Expression>&, const Expression& c) {
    return numbered("exchange along the edges of colour", c);
  }
  /// The other end of the edge of that colour at v; v itself where it has none.
  template <class N>
  static N partner(const Ranks<N>& g, const N& c, const N& v) {
    const N m = Colours::end(g);
    const N left = if_else(
        c % 2 == 0, [&] { return c / 2; }, [&] { return (c + m) / 2; });
    return if_else(
        v == m, [&] { return left; },
        [&] {
          return if_else(
              v == left && m < g.p, [&] { return m; }, [&] { return wrap_down(c, v, m); });
        });
  }
  /// The colour of the edge between v and i.
  template <class N>
  static N colour(const Ranks<N>& g, const N& v, const N& i) {
    const N m = Colours::end(g);
    return wrap_up(chosen(v == m, i, v), chosen(i == m, v, i), m);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& c, const N& v) {
    const N to = partner(g, c, v);
    return sends_block<N>(g, to != v, v, to);
  }
  template <class N>
  static N source(const Ranks<N>& g, const N& c, const N& u) {
    return partner(g, c, u);
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& c, const N& v, const N& j) {
    const auto here = j < g.p || j - g.p == v;
    return {here || and_then(!here, [&] { return colour(g, v, j - g.p) < c; }),
            if_else(
                here, [&] { return v; }, [&] { return j - g.p; }),
            chosen(here, j, v)};
  }
};

}  // namespace tutti
