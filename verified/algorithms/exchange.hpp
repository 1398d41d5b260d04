// Exchanges, in which every rank has a block for each rank (slots 0 to p - 1) and gets one from each (slots p to 2p -
// 1): each block goes straight to its place.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// The block of `from` for `to`.
inline Message sends_block(const Ranks& g, const Condition& there, const Expression& from, const Expression& to) {
  return moves(there, from, to, to, 1, g.p + from);
}

/// What rank v has: its own blocks, and those that have come from the ranks i with come_from(i).
template <class F>
Origin come(const Ranks& g, const Expression& v, const Expression& j, F come_from) {
  const auto own = j < g.p;
  return {own || and_then(!own, [&] { return come_from(j - g.p); }),
          if_else(
              own, [&] { return v; }, [&] { return j - g.p; }),
          chosen(own, j, v)};
}

/// In round k every rank sends to rank + k, from round 0 on, in which it keeps its own block.
struct RingShift : Phase, UpToP<0> {
  static Caption caption(const Ranks&, const Expression& k) { return numbered("send to rank +", k); }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return sends_block(g, true, v, wrap_up(v, k, g.p));
  }
  static Expression source(const Ranks& g, const Expression& k, const Expression& u) { return wrap_down(u, k, g.p); }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return come(g, v, j, [&](const Expression& i) { return wrap_down(v, i, g.p) < k; });
  }
};

/// For powers of two: in round k the ranks r and r xor k exchange their blocks.
struct PairwiseXor : Phase, UpToP<0> {
  static Caption caption(const Ranks&, const Expression& k) { return numbered("exchange with rank XOR", k); }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return sends_block(g, true, v, v ^ k);
  }
  static Expression source(const Ranks&, const Expression& k, const Expression& u) { return u ^ k; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return come(g, v, j, [&](const Expression& i) { return (v ^ i) < k; });
  }
};

/// All of it in one round: its t-th messages go to rank + t.
struct Scattered : Phase, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return "send to all ranks, rank + 1 first"; }
  static Expression turns(const Ranks& g) { return g.p; }
  static Expression turn(const Ranks& g, const Expression&, const Expression& u, const Expression& j) {
    return wrap_down(u, j - g.p, g.p);
  }
  static Message message(const Ranks& g, const Expression&, const Expression& t, const Expression& v,
                         const Expression&) {
    return sends_block(g, true, v, wrap_up(v, t, g.p));
  }
  static Expression source(const Ranks& g, const Expression&, const Expression& t, const Expression& u) {
    return wrap_down(u, t, g.p);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return come(g, v, j, [&](const Expression&) { return 0 < k; });
  }
};

/// All of it in one round, in the order of the ranks. Turn t is a diagonal, from + to = t: that is the order in which
/// the queues at the receivers are served.
struct Unscheduled : Phase, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return "send to all ranks, rank 0 first"; }
  static Expression turns(const Ranks& g) { return g.p + g.p - 1; }
  static Expression turn(const Ranks& g, const Expression&, const Expression& u, const Expression& j) {
    return u + (j - g.p);
  }
  static Message message(const Ranks& g, const Expression&, const Expression& t, const Expression& v,
                         const Expression&) {
    return sends_block(g, v <= t && t - v < g.p, v, t - v);
  }
  static Expression source(const Ranks&, const Expression&, const Expression& t, const Expression& u) { return t - u; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return come(g, v, j, [&](const Expression&) { return 0 < k; });
  }
};

/// The block for oneself goes to its place.
struct KeepOwnBlock : Local, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return "every rank keeps its own block"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) { return sends_block(g, true, v, v); }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return come(g, v, j, [&](const Expression& i) { return 0 < k && i == v; });
  }
};

}  // namespace tutti
