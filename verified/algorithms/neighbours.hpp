// Neighbour exchange (Chen et al. 2005), for even p: all messages go to the two neighbours in the ring.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// 1, …, p/2.
struct UpToHalf : Counting<UpToHalf> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return 1;
  }
  template <class N>
  static N end(const Ranks<N>& g) {
    return g.p / 2 + 1;
  }
};

/// The ranks 2i and 2i + 1 are pair i. In round 1 they exchange their blocks; from then on every rank turns to its
/// other neighbour and back, in turn, and exchanges with it the pair of blocks that it got last. Before round k > 1, a
/// rank has the blocks of k - 1 pairs: its own, and by turns one more on this side and on that.
struct NeighbourExchange : Phase, UpToHalf {
  static Caption caption(const Ranks<Expression>&, const Expression& k) {
    return numbered("exchange with a neighbour, step", k);
  }
  template <class N>
  static Truth<N> downwards(const N& v, const N& k) {
    return v % 2 == k % 2;
  }
  template <class N>
  static N partner(const Ranks<N>& g, const N& v, const N& k) {
    return if_else(
        downwards(v, k), [&] { return wrap_down(v, 1, g.p); }, [&] { return wrap_up(v, 1, g.p); });
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& v) {
    const N pairs = g.p / 2, back = (k - 1) / 2;
    const N latest = if_else(
        downwards(v, k), [&] { return wrap_up(v / 2, back, pairs); }, [&] { return wrap_down(v / 2, back, pairs); });
    const auto alone = k == 1;
    return moves<N>(true, v, partner(g, v, k),
                    if_else(
                        alone, [&] { return v; }, [&] { return 2 * latest; }),
                    chosen<N>(alone, 1, 2));
  }
  template <class N>
  static N source(const Ranks<N>& g, const N& k, const N& u) {
    return partner(g, u, k);
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const N pairs = g.p / 2, own = v / 2, got = k - 1;
    const auto come = and_then(1 < k, [&] {
      const N below = if_else(
          v % 2 == 0, [&] { return got / 2; }, [&] { return (got - 1) / 2; });
      return wrap_up(wrap_down(j / 2, own, pairs), below, pairs) < got;
    });
    return {(k == 1 && j == v) || come, j, j};
  }
};

}  // namespace tutti
