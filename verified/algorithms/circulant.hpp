// The phases of Träff's algorithms on a circulant graph (arXiv:2410.14234). Rank r sees the p blocks as a ring that
// begins with its own: index i is block r + i. The indices that it works on are [0, s), with s = p halved again and
// again, rounding up.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// s = p, then s halved, rounding up, as long as s > 1. Of the s indices, next(g, s) are kept, and those behind them
/// are sent: one run of blocks, or two where it goes past block p - 1.
struct CirculantRounds : Phase {
  static constexpr bool descends = true;
  template <class N>
  static N first(const Ranks<N>& g) {
    return g.p;
  }
  template <class N>
  static Truth<N> more(const Ranks<N>&, const N& s) {
    return 1 < s;
  }
  template <class N>
  static N next(const Ranks<N>&, const N& s) {
    return s - s / 2;
  }
  template <class N>
  static Truth<N> reached(const Ranks<N>& g, const N& s) {
    return 1 <= s && s <= g.p;
  }
  template <class N>
  static N last(const Ranks<N>&) {
    return 1;
  }
  template <class N>
  static N parts(const Ranks<N>&) {
    return 2;
  }
  /// Part i of the s - next(g, s) blocks from block `first` on, round the ring.
  template <class N>
  static RunOf<N> sent(const Ranks<N>& g, const N& s, const N& first, const N& i) {
    const N count = s - next(g, s), straight = least(count, g.p - first);
    return {chosen<N>(i == 0, first, 0), chosen<N>(i == 0, straight, count - straight)};
  }
};

/// A rank sends what it no longer works on to rank + kept, for which these are the first indices, and which folds them.
/// Before the round of s, index i < s has the contributions that by then have come to index i of some rank: one that is
/// made for the block x places further on begins at index x, and each round takes `kept` off where it is not less.
struct CirculantReduceScatter : CirculantRounds {
  static constexpr std::string_view memory_name = "circulant index";
  static Caption caption(const Ranks<Expression>& g, const Expression& s) {
    return numbered("send what is no longer worked on and fold, to rank +", next(g, s));
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& s, const N&, const N& v, const N& i) {
    const N to = wrap_up(v, next(g, s), g.p);
    const auto run = sent(g, s, to, i);
    return folds<N>(true, v, to, run.first, run.count);
  }
  template <class N>
  static N source(const Ranks<N>& g, const N& s, const N&, const N& u) {
    return wrap_down(u, next(g, s), g.p);
  }
  template <class N>
  static N part(const Ranks<N>&, const N&, const N& u, const N& j) {
    return chosen<N>(u <= j, 0, 1);
  }
  template <class N>
  static N remembers_first(const Ranks<N>&, const N& x) {
    return x;
  }
  template <class N>
  static N remembers_next(const Ranks<N>& g, const N& s, const N& index) {
    const N kept = next(g, s);
    return if_else(
        index < kept, [&] { return index; }, [&] { return index - kept; });
  }
  template <class N>
  static Truth<N> remembers(const Ranks<N>&, const N& s, const N& index) {
    return 0 <= index && index < s;
  }
  template <class N>
  static Members<N> members(const Ranks<N>& g, const N& s, const N& v, const N& j, const N& c) {
    const N index = wrap_down(j, v, g.p);
    return {index < s, remembered<CirculantReduceScatter>(g, s, wrap_down(j, c, g.p)) == index};
  }
};

/// The way back: a rank that has the blocks of the first `kept` indices gets the next ones from the rank that has them
/// as its first. After the round of s it has the first s.
struct CirculantAllgather : CirculantRounds {
  static constexpr bool backwards = true;
  static Caption caption(const Ranks<Expression>& g, const Expression& s) {
    return numbered("send results to rank -", next(g, s));
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& s, const N&, const N& v, const N& i) {
    const auto run = sent(g, s, v, i);
    return moves<N>(true, v, wrap_down(v, next(g, s), g.p), run.first, run.count);
  }
  template <class N>
  static N source(const Ranks<N>& g, const N& s, const N&, const N& u) {
    return wrap_up(u, next(g, s), g.p);
  }
  template <class N>
  static N part(const Ranks<N>& g, const N& s, const N& u, const N& j) {
    return chosen<N>(source(g, s, N(0), u) <= j, 0, 1);
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& s, const N& v, const N& j) {
    return {wrap_down(j, v, g.p) < s, j, j};
  }
};

}  // namespace tutti
