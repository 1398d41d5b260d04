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
  static Expression first(const Ranks& g) { return g.p; }
  static Condition more(const Ranks&, const Expression& s) { return 1 < s; }
  static Expression next(const Ranks&, const Expression& s) { return s - s / 2; }
  static Condition reached(const Ranks& g, const Expression& s) { return 1 <= s && s <= g.p; }
  static Expression last(const Ranks&) { return 1; }
  static Expression parts(const Ranks&) { return 2; }
  /// Part i of the s - next(g, s) blocks from block `first` on, round the ring.
  static RunOf sent(const Ranks& g, const Expression& s, const Expression& first, const Expression& i) {
    const Expression count = s - next(g, s), straight = least(count, g.p - first);
    return {chosen(i == 0, first, 0), chosen(i == 0, straight, count - straight)};
  }
};

/// A rank sends what it no longer works on to rank + kept, for which these are the first indices, and which folds them.
/// Before the round of s, index i < s has the contributions that by then have come to index i of some rank: one that is
/// made for the block x places further on begins at index x, and each round takes `kept` off where it is not less.
struct CirculantReduceScatter : CirculantRounds {
  static constexpr std::string_view memory_name = "circulant index";
  static Caption caption(const Ranks& g, const Expression& s) {
    return numbered("send what is no longer worked on and fold, to rank +", next(g, s));
  }
  static Message message(const Ranks& g, const Expression& s, const Expression&, const Expression& v,
                         const Expression& i) {
    const Expression to = wrap_up(v, next(g, s), g.p);
    const auto run = sent(g, s, to, i);
    return folds(true, v, to, run.first, run.count);
  }
  static Expression source(const Ranks& g, const Expression& s, const Expression&, const Expression& u) {
    return wrap_down(u, next(g, s), g.p);
  }
  static Expression part(const Ranks&, const Expression&, const Expression& u, const Expression& j) {
    return chosen(u <= j, 0, 1);
  }
  static Expression remembers_first(const Ranks&, const Expression& x) { return x; }
  static Expression remembers_next(const Ranks& g, const Expression& s, const Expression& index) {
    const Expression kept = next(g, s);
    return if_else(
        index < kept, [&] { return index; }, [&] { return index - kept; });
  }
  static Condition remembers(const Ranks&, const Expression& s, const Expression& index) {
    return 0 <= index && index < s;
  }
  static Members members(const Ranks& g, const Expression& s, const Expression& v, const Expression& j,
                         const Expression& c) {
    const Expression index = wrap_down(j, v, g.p);
    return {index < s, remembered<CirculantReduceScatter>(g, s, wrap_down(j, c, g.p)) == index};
  }
};

/// The way back: a rank that has the blocks of the first `kept` indices gets the next ones from the rank that has them
/// as its first. After the round of s it has the first s.
struct CirculantAllgather : CirculantRounds {
  static constexpr bool backwards = true;
  static Caption caption(const Ranks& g, const Expression& s) { return numbered("send results to rank -", next(g, s)); }
  static Message message(const Ranks& g, const Expression& s, const Expression&, const Expression& v,
                         const Expression& i) {
    const auto run = sent(g, s, v, i);
    return moves(true, v, wrap_down(v, next(g, s), g.p), run.first, run.count);
  }
  static Expression source(const Ranks& g, const Expression& s, const Expression&, const Expression& u) {
    return wrap_up(u, next(g, s), g.p);
  }
  static Expression part(const Ranks& g, const Expression& s, const Expression& u, const Expression& j) {
    return chosen(source(g, s, Expression(0), u) <= j, 0, 1);
  }
  static Origin origin(const Ranks& g, const Expression& s, const Expression& v, const Expression& j) {
    return {wrap_down(j, v, g.p) < s, j, j};
  }
};

}  // namespace tutti
