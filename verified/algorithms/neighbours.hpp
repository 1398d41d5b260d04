// Neighbour exchange (Chen et al. 2005), for even p: all messages go to the two neighbours in the ring.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// 1, …, p/2.
struct UpToHalf : Counting<UpToHalf> {
  static Expression begin(const Ranks&) { return 1; }
  static Expression end(const Ranks& g) { return g.p / 2 + 1; }
};

/// The ranks 2i and 2i + 1 are pair i. In round 1 they exchange their blocks; from then on every rank turns to its
/// other neighbour and back, in turn, and exchanges with it the pair of blocks that it got last. Before round k > 1, a
/// rank has the blocks of k - 1 pairs: its own, and by turns one more on this side and on that.
struct NeighbourExchange : Phase, UpToHalf {
  static Caption caption(const Ranks&, const Expression& k) { return numbered("exchange with a neighbour, step", k); }
  static Condition downwards(const Expression& v, const Expression& k) { return v % 2 == k % 2; }
  static Expression partner(const Ranks& g, const Expression& v, const Expression& k) {
    return if_else(
        downwards(v, k), [&] { return wrap_down(v, 1, g.p); }, [&] { return wrap_up(v, 1, g.p); });
  }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    const Expression pairs = g.p / 2, back = (k - 1) / 2;
    const Expression latest = if_else(
        downwards(v, k), [&] { return wrap_up(v / 2, back, pairs); }, [&] { return wrap_down(v / 2, back, pairs); });
    const auto alone = k == 1;
    return moves(true, v, partner(g, v, k),
                 if_else(
                     alone, [&] { return v; }, [&] { return 2 * latest; }),
                 chosen(alone, 1, 2));
  }
  static Expression source(const Ranks& g, const Expression& k, const Expression& u) { return partner(g, u, k); }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const Expression pairs = g.p / 2, own = v / 2, got = k - 1;
    const auto come = and_then(1 < k, [&] {
      const Expression below = if_else(
          v % 2 == 0, [&] { return got / 2; }, [&] { return (got - 1) / 2; });
      return wrap_up(wrap_down(j / 2, own, pairs), below, pairs) < got;
    });
    return {(k == 1 && j == v) || come, j, j};
  }
};

}  // namespace tutti
