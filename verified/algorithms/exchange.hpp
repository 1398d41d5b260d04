// Exchanges, in which every rank has a block for each rank (slots 0 to p - 1) and gets one from each (slots p to 2p -
// 1): each block goes straight to its place.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// The block of `from` for `to`.
template <class N>
Message<N> sends_block(const Ranks<N>& g, const Truth<N>& there, const N& from, const N& to) {
  return moves<N>(there, from, to, to, 1, g.p + from);
}

/// What rank v has: its own blocks, and those that have come from the ranks i with come_from(i).
template <class N, class F>
Origin<N> come(const Ranks<N>& g, const N& v, const N& j, F come_from) {
  const auto own = j < g.p;
  return {own || and_then(!own, [&] { return come_from(j - g.p); }),
          if_else(
              own, [&] { return v; }, [&] { return j - g.p; }),
          chosen(own, j, v)};
}

/// In round k every rank sends to rank + k, from round 0 on, in which it keeps its own block.
struct RingShift : Phase, UpToP<0> {
  static Caption caption(const Ranks<Expression>&, const Expression& k) { return numbered("send to rank +", k); }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& v) {
    return sends_block<N>(g, true, v, wrap_up(v, k, g.p));
  }
  template <class N>
  static N source(const Ranks<N>& g, const N& k, const N& u) {
    return wrap_down(u, k, g.p);
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return come(g, v, j, [&](const N& i) { return wrap_down(v, i, g.p) < k; });
  }
};

/// For powers of two: in round k the ranks r and r xor k exchange their blocks.
struct PairwiseXor : Phase, UpToP<0> {
  static Caption caption(const Ranks<Expression>&, const Expression& k) {
    return numbered("exchange with rank XOR", k);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& v) {
    return sends_block<N>(g, true, v, v ^ k);
  }
  template <class N>
  static N source(const Ranks<N>&, const N& k, const N& u) {
    return u ^ k;
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return come(g, v, j, [&](const N& i) { return (v ^ i) < k; });
  }
};

/// All of it in one round: its t-th messages go to rank + t.
struct Scattered : Phase, OneRound {
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "send to all ranks, rank + 1 first"; }
  template <class N>
  static N turns(const Ranks<N>& g) {
    return g.p;
  }
  template <class N>
  static N turn(const Ranks<N>& g, const N&, const N& u, const N& j) {
    return wrap_down(u, j - g.p, g.p);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& t, const N& v, const N&) {
    return sends_block<N>(g, true, v, wrap_up(v, t, g.p));
  }
  template <class N>
  static N source(const Ranks<N>& g, const N&, const N& t, const N& u) {
    return wrap_down(u, t, g.p);
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return come(g, v, j, [&](const N&) { return 0 < k; });
  }
};

/// All of it in one round, in the order of the ranks. Turn t is a diagonal, from + to = t: that is the order in which
/// the queues at the receivers are served.
struct Unscheduled : Phase, OneRound {
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "send to all ranks, rank 0 first"; }
  template <class N>
  static N turns(const Ranks<N>& g) {
    return g.p + g.p - 1;
  }
  template <class N>
  static N turn(const Ranks<N>& g, const N&, const N& u, const N& j) {
    return u + (j - g.p);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& t, const N& v, const N&) {
    return sends_block<N>(g, v <= t && t - v < g.p, v, t - v);
  }
  template <class N>
  static N source(const Ranks<N>&, const N&, const N& t, const N& u) {
    return t - u;
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return come(g, v, j, [&](const N&) { return 0 < k; });
  }
};

/// The block for oneself goes to its place.
struct KeepOwnBlock : Local, OneRound {
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "every rank keeps its own block"; }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& v) {
    return sends_block<N>(g, true, v, v);
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return come(g, v, j, [&](const N& i) { return 0 < k && i == v; });
  }
};

}  // namespace tutti
