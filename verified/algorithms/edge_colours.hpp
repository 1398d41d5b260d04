// The edges of the complete graph on the ranks in as few colours as possible, so that no two of one colour meet: m = p
// for odd p, m = p - 1 for even p. The ranks below m pair up in colour c where their sum is c modulo m; one is left,
// the one whose double is c: it is alone for odd p and has rank p - 1 as its partner for even p.
#pragma once
#include "verified/algorithms/exchange.hpp"

namespace tutti {

/// The colours 0, …, m - 1.
struct Colours : Counting<Colours> {
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) { return chosen(g.p == 1, 0, chosen(g.p % 2 == 0, g.p - 1, g.p)); }
};

/// In round c the two ends of each edge of colour c exchange their blocks. Before it, a rank has its own block, which
/// was in its place before the phase, and those from the ranks to which the edge has a colour before c.
struct EdgeColoured : Phase, Colours {
  static Caption caption(const Ranks&, const Expression& c) {
    return numbered("exchange along the edges of colour", c);
  }
  /// The other end of the edge of that colour at v; v itself where it has none.
  static Expression partner(const Ranks& g, const Expression& c, const Expression& v) {
    const Expression m = Colours::end(g);
    const Expression left = if_else(
        c % 2 == 0, [&] { return c / 2; }, [&] { return (c + m) / 2; });
    return if_else(
        v == m, [&] { return left; },
        [&] {
          return if_else(
              v == left && m < g.p, [&] { return m; }, [&] { return wrap_down(c, v, m); });
        });
  }
  /// The colour of the edge between v and i.
  static Expression colour(const Ranks& g, const Expression& v, const Expression& i) {
    const Expression m = Colours::end(g);
    return wrap_up(chosen(v == m, i, v), chosen(i == m, v, i), m);
  }
  static Message message(const Ranks& g, const Expression& c, const Expression& v) {
    const Expression to = partner(g, c, v);
    return sends_block(g, to != v, v, to);
  }
  static Expression source(const Ranks& g, const Expression& c, const Expression& u) { return partner(g, c, u); }
  static Origin origin(const Ranks& g, const Expression& c, const Expression& v, const Expression& j) {
    const auto here = j < g.p || j - g.p == v;
    return {here || and_then(!here, [&] { return colour(g, v, j - g.p) < c; }),
            if_else(
                here, [&] { return v; }, [&] { return j - g.p; }),
            chosen(here, j, v)};
  }
};

}  // namespace tutti
