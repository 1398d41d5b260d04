#pragma once
#include "verified/schedule/rules.hpp"
namespace tutti {
#define T template <class N> static
/// One round, where there are several ranks.
struct OnceIfMany : OneRound {
  T Truth<N> more(const Ranks<N>& g, const N& k) { return k < N(1) && N(1) < g.p; }
  T N last(const Ranks<N>& g) { return if_else(N(1) < g.p, [] { return N(1); }, [] { return N(0); }); }
  T Truth<N> reached(const Ranks<N>& g, const N& k) { return N(0) <= k && k <= last(g); }
};
struct Local : Phase {
  T N source(const Ranks<N>&, const N&, const N&, const N& u) { return u; }
};
struct RingAllgather : Phase, UpToP<1> {
  static std::string caption(const Ranks<int>&, int k) { return numbered("pass the latest block on to the next seat, step", k); }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& v, const N&) {
    return moves<N>(true, v, wrap_up(v, N(1), g.p), wrap_down(v, k - N(1), g.p), N(1));
  }
  T N source(const Ranks<N>& g, const N&, const N&, const N& u) { return wrap_down(u, N(1), g.p); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return {wrap_down(v, j, g.p) < k, j, j}; }
};
struct Pairwise : Phase, UpToP<1> {
  static std::string caption(const Ranks<int>&, int k) { return numbered("send the block of rank +", k); }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& r, const N&) {
    const N to = wrap_up(r, k, g.p);
    return folds<N>(true, r, to, to, N(1));
  }
  T N source(const Ranks<N>& g, const N& k, const N&, const N& r) { return wrap_down(r, k, g.p); }
  T Members<N> members(const Ranks<N>& g, const N& k, const N& r, const N& j, const N& c) {
    return {Truth<N>(true), (j != r && c == r) || (j == r && wrap_down(r, c, g.p) < k)};
  }
};
/// p blocks, and the accumulator of what comes from above.
struct PerRankAndOne : PerRank {
  static constexpr int most_ranks = PerRank::most_ranks - 1;
  T N extra(const Ranks<N>&) { return N(1); }
  T N label(const Ranks<N>&, const N& r, const N&) { return r; }
};
struct OrderedPairwise : Phase, UpToP<1> {
  static std::string caption(const Ranks<int>&, int k) { return numbered("send the block of rank +", k); }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& r, const N&) {
    const N to = wrap_up(r, k, g.p), at = if_else(r < to, [&] { return to; }, [&] { return g.p; });
    return {true, r, to, to, N(1), at, to < r && r == g.p - N(1), true};
  }
  T N source(const Ranks<N>& g, const N& k, const N&, const N& r) { return wrap_down(r, k, g.p); }
  /// The own block: from rank 0 or k - 1 below on. The accumulator: the last ranks, as soon as k has passed rank 0.
  T Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const N below = if_else(v < k, [] { return N(0); }, [&] { return v - (k - N(1)); });
    const N first = if_else(j == g.p, [&] { return g.p - (k - N(1) - v); }, [&] { return if_else(j == v, [&] { return below; }, [&] { return v; }); });
    const N end = if_else(j == g.p, [&] { return g.p; }, [&] { return v + N(1); });
    return {j < g.p || v < k - N(1), first, end};
  }
};
struct JoinAccumulators : Local, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "join the two accumulators"; }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) {
    return {v < g.p - N(1), v, v, g.p, N(1), v, false, false};
  }
  T Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const N first = if_else(j == v, [] { return N(0); }, [&] { return v + N(1); });
    const N end = if_else(j == v && k < N(1), [&] { return v + N(1); }, [&] { return g.p; });
    return {j == v || (j == g.p && k < N(1) && v < g.p - N(1)), first, end};
  }
};
struct Dissemination : Phase, GrowingToP {
  static std::string caption(const Ranks<int>&, int k) { return numbered("signal the rank at distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& r, const N&) {
    return folds<N>(true, r, wrap_up(r, d, g.p), N(0), N(1));
  }
  T N source(const Ranks<N>& g, const N& d, const N&, const N& r) { return wrap_down(r, d, g.p); }
  T Members<N> members(const Ranks<N>& g, const N& d, const N& r, const N&, const N& c) {
    return {Truth<N>(true), wrap_down(r, c, g.p) < d};
  }
};
// ---- Bruck's allgather
struct TwoPerRank : PerRank {
  static constexpr int most_ranks = PerRank::most_ranks / 2;
  T N extra(const Ranks<N>& g) { return if_else(N(1) < g.p, [&] { return g.p; }, [] { return N(0); }); }
  T N label(const Ranks<N>& g, const N& r, const N& s) { return wrap_up(r, s - g.p, g.p); }
};
struct BruckCopy : Local, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "the copy begins with the own block"; }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return moves<N>(true, v, v, v, N(1), g.p); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return {j == v || (N(0) < k && j == g.p), v, v};
  }
};
struct BruckCollect : Phase, GrowingToP {
  static std::string caption(const Ranks<int>&, int d) { return numbered("send all there is to rank -", d); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) {
    return moves<N>(true, v, wrap_down(v, d, g.p), g.p, least(d, g.p - d), g.p + d);
  }
  T N source(const Ranks<N>& g, const N& d, const N&, const N& u) { return wrap_up(u, d, g.p); }
  T Origin<N> origin(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return {g.p == N(1) || (g.p <= j && j - g.p < d), if_else(j < g.p, [&] { return v; }, [&] { return wrap_up(v, j - g.p, g.p); }), if_else(j < g.p, [&] { return j; }, [&] { return g.p; })};
  }
};
struct KeepAlone {};
struct BruckRotate : Local, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "rotate the blocks into their places"; }
  T N parts(const Ranks<N>&) { return N(2); }
  T N part(const Ranks<N>&, const N&, const N& v, const N& j) { return if_else(j < v, [] { return N(1); }, [] { return N(0); }); }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N& i) {
    const auto head = i == N(0);
    return moves<N>(true, v, v, if_else(head, [&] { return g.p; }, [&] { return g.p + (g.p - v); }),
                    if_else(head, [&] { return g.p - v; }, [&] { return v; }), if_else(head, [&] { return v; }, [] { return N(0); }));
  }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const auto placed = N(0) < k && j < g.p;
    return {placed || (k < N(1) && (g.p <= j || g.p == N(1))), v, if_else(placed, [&] { return g.p + wrap_down(j, v, g.p); }, [&] { return j; })};
  }
};
// ---- neighbours
struct UpToHalf {
  T N first(const Ranks<N>&) { return N(1); }
  T Truth<N> more(const Ranks<N>& g, const N& k) { return k <= g.p / N(2); }
  T N next(const Ranks<N>&, const N& k) { return k + N(1); }
  T Truth<N> reached(const Ranks<N>& g, const N& k) { return N(1) <= k && k <= g.p / N(2) + N(1); }
  T N last(const Ranks<N>& g) { return g.p / N(2) + N(1); }
};
struct NeighbourExchange : Phase, UpToHalf {
  static std::string caption(const Ranks<int>&, int k) { return numbered("exchange with a neighbour, step", k); }
  T Truth<N> downwards(const N& v, const N& k) { return v % N(2) == k % N(2); }
  T N partner(const Ranks<N>& g, const N& v, const N& k) {
    return if_else(downwards(v, k), [&] { return wrap_down(v, N(1), g.p); }, [&] { return wrap_up(v, N(1), g.p); });
  }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& v, const N&) {
    const N pairs = g.p / N(2), back = (k - N(1)) / N(2);
    const N latest = if_else(downwards(v, k), [&] { return wrap_up(v / N(2), back, pairs); }, [&] { return wrap_down(v / N(2), back, pairs); });
    const auto alone = k == N(1);
    return moves<N>(true, v, partner(g, v, k), if_else(alone, [&] { return v; }, [&] { return N(2) * latest; }),
                    if_else(alone, [] { return N(1); }, [] { return N(2); }));
  }
  T N source(const Ranks<N>& g, const N& k, const N&, const N& u) { return partner(g, u, k); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const N pairs = g.p / N(2), own = v / N(2), got = k - N(1);
    const N low = if_else(v % N(2) == N(0), [&] { return got / N(2); }, [&] { return (got - N(1)) / N(2); });
    const auto in = and_then(N(1) < k, [&] { return wrap_up(wrap_down(j / N(2), own, pairs), low, pairs) < got; });
    return {(k == N(1) && j == v) || in, j, j};
  }
};
// ---- exchanges
template <class N> Message<N> sends_block(const Ranks<N>& g, const Truth<N>& there, const N& from, const N& to) {
  return moves<N>(there, from, to, to, N(1), g.p + from);
}
/// Own blocks stay, and those from ranks i with `come` are in their places.
template <class N, class F> Origin<N> come(const Ranks<N>& g, const N& v, const N& j, F come_from) {
  const auto own = j < g.p;
  return {own || and_then(!own, [&] { return come_from(j - g.p); }), if_else(own, [&] { return v; }, [&] { return j - g.p; }),
          if_else(own, [&] { return j; }, [&] { return v; })};
}
struct RingShift : Phase, UpToP<0> {
  static std::string caption(const Ranks<int>&, int k) { return numbered("send to rank +", k); }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& v, const N&) { return sends_block<N>(g, true, v, wrap_up(v, k, g.p)); }
  T N source(const Ranks<N>& g, const N& k, const N&, const N& u) { return wrap_down(u, k, g.p); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return come(g, v, j, [&](const N& i) { return wrap_down(v, i, g.p) < k; }); }
};
struct PairwiseXor : Phase, UpToP<0> {
  static std::string caption(const Ranks<int>&, int k) { return numbered("exchange with rank XOR", k); }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& v, const N&) { return sends_block<N>(g, true, v, v ^ k); }
  T N source(const Ranks<N>&, const N& k, const N&, const N& u) { return u ^ k; }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return come(g, v, j, [&](const N& i) { return (v ^ i) < k; }); }
};
struct Scattered : Phase, OneRound {
  static std::string caption(const Ranks<int>&, int) { return "send to all ranks, rank + 1 first"; }
  T N turns(const Ranks<N>& g) { return g.p; }
  T N turn(const Ranks<N>& g, const N&, const N& u, const N& j) { return wrap_down(u, j - g.p, g.p); }
  T Message<N> message(const Ranks<N>& g, const N&, const N& t, const N& v, const N&) { return sends_block<N>(g, true, v, wrap_up(v, t, g.p)); }
  T N source(const Ranks<N>& g, const N&, const N& t, const N& u) { return wrap_down(u, t, g.p); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return come(g, v, j, [&](const N&) { return N(0) < k; }); }
};
struct Unscheduled : Phase, OneRound {
  static std::string caption(const Ranks<int>&, int) { return "send to all ranks, rank 0 first"; }
  T N turns(const Ranks<N>& g) { return g.p + g.p - N(1); }
  T N turn(const Ranks<N>& g, const N&, const N& u, const N& j) { return u + (j - g.p); }
  T Message<N> message(const Ranks<N>& g, const N&, const N& t, const N& v, const N&) { return sends_block<N>(g, v <= t && t - v < g.p, v, t - v); }
  T N source(const Ranks<N>&, const N&, const N& t, const N& u) { return t - u; }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return come(g, v, j, [&](const N&) { return N(0) < k; }); }
};
struct KeepOwnBlock : Local, OneRound {
  static std::string caption(const Ranks<int>&, int) { return "every rank keeps its own block"; }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return sends_block<N>(g, true, v, v); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return come(g, v, j, [&](const N& i) { return N(0) < k && i == v; }); }
};
/// The edges of the complete graph on the ranks in m colours.
struct Colours : Phase {
  T N colours(const Ranks<N>& g) {
    return if_else(g.p == N(1), [] { return N(0); }, [&] { return if_else(g.p % N(2) == N(0), [&] { return g.p - N(1); }, [&] { return g.p; }); });
  }
  T N first(const Ranks<N>&) { return N(0); }
  T Truth<N> more(const Ranks<N>& g, const N& c) { return c < colours(g); }
  T N next(const Ranks<N>&, const N& c) { return c + N(1); }
  T Truth<N> reached(const Ranks<N>& g, const N& c) { return N(0) <= c && c <= colours(g); }
  T N last(const Ranks<N>& g) { return colours(g); }
};
struct EdgeColoured : Colours {
  static std::string caption(const Ranks<int>&, int c) { return numbered("exchange along the edges of colour", c); }
  T N partner(const Ranks<N>& g, const N& c, const N& v) {
    const N m = colours(g), left = if_else(c % N(2) == N(0), [&] { return c / N(2); }, [&] { return (c + m) / N(2); });
    return if_else(v == m, [&] { return left; }, [&] { return if_else(v == left && m < g.p, [&] { return m; }, [&] { return wrap_down(c, v, m); }); });
  }
  T Message<N> message(const Ranks<N>& g, const N& c, const N&, const N& v, const N&) {
    const N to = partner(g, c, v);
    return sends_block<N>(g, to != v, v, to);
  }
  T N source(const Ranks<N>& g, const N& c, const N&, const N& u) { return partner(g, c, u); }
  T N colour(const Ranks<N>& g, const N& v, const N& i) {
    const N m = colours(g);
    return wrap_up(if_else(v == m, [&] { return i; }, [&] { return v; }), if_else(i == m, [&] { return v; }, [&] { return i; }), m);
  }
  /// The own block is in its place from the start.
  T Origin<N> origin(const Ranks<N>& g, const N& c, const N& v, const N& j) {
    const auto here = j < g.p || j - g.p == v;
    return {here || and_then(!here, [&] { return colour(g, v, j - g.p) < c; }), if_else(here, [&] { return v; }, [&] { return j - g.p; }), if_else(here, [&] { return j; }, [&] { return v; })};
  }
};
// ---- linear
template <class Slots> struct LinearBcast : Phase, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "the root sends to every other rank"; }
  static constexpr bool by_receiver = true;
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& u, const N&) { return moves<N>(u != g.root, g.root, u, N(0), Slots::blocks(g)); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return {j < Slots::blocks(g) && (v == g.root || N(0) < k), g.root, j}; }
};
struct LinearScatter : Phase, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "the root sends every rank its block"; }
  static constexpr bool by_receiver = true;
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& u, const N&) { return moves<N>(u != g.root, g.root, u, u, N(1)); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return {v == g.root || (N(0) < k && j == v), g.root, j}; }
};
struct LinearGather : Phase, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "every rank sends its block to the root"; }
  static constexpr bool one_source = false;
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return moves<N>(v != g.root, v, g.root, v, N(1)); }
  T N source(const Ranks<N>&, const N&, const N&, const N&, const N& j) { return j; }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return {j == v || (N(0) < k && v == g.root), j, j}; }
};
struct LinearReduceBelow : Phase {
  static constexpr bool backwards = true;
  static std::string caption(const Ranks<int>&, int k) { return numbered("the root takes the vector of rank", k); }
  T N first(const Ranks<N>&) { return N(0); }
  T Truth<N> more(const Ranks<N>& g, const N& k) { return k < g.root; }
  T N next(const Ranks<N>&, const N& k) { return k + N(1); }
  T Truth<N> reached(const Ranks<N>& g, const N& k) { return N(0) <= k && k <= g.root; }
  T N last(const Ranks<N>& g) { return g.root; }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& v, const N&) { return folds<N>(v == k, v, g.root, N(0), N(1)); }
  T N source(const Ranks<N>&, const N& k, const N&, const N&) { return k; }
  T Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N&) {
    return {Truth<N>(true), if_else(v == g.root, [&] { return k; }, [&] { return v; }), v + N(1)};
  }
};
struct LinearReduceAbove : Phase {
  static std::string caption(const Ranks<int>&, int k) { return numbered("the root takes the vector of rank", k); }
  T N first(const Ranks<N>& g) { return g.root + N(1); }
  T Truth<N> more(const Ranks<N>& g, const N& k) { return k < g.p; }
  T N next(const Ranks<N>&, const N& k) { return k + N(1); }
  T Truth<N> reached(const Ranks<N>& g, const N& k) { return g.root < k && k <= g.p; }
  T N last(const Ranks<N>& g) { return g.p; }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& v, const N&) { return folds<N>(v == k, v, g.root, N(0), N(1)); }
  T N source(const Ranks<N>&, const N& k, const N&, const N&) { return k; }
  T Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N&) {
    const auto root = v == g.root;
    return {root || g.root < v, if_else(root, [] { return N(0); }, [&] { return v; }), if_else(root, [&] { return k; }, [&] { return v + N(1); })};
  }
};
struct LinearScan : Phase, UpToP<1> {
  static std::string caption(const Ranks<int>&, int k) { return numbered("the prefix goes on to rank", k); }
  T Message<N> message(const Ranks<N>&, const N& k, const N&, const N& v, const N&) { return folds<N>(v == k - N(1), v, k, N(0), N(1)); }
  T N source(const Ranks<N>&, const N& k, const N&, const N&) { return k - N(1); }
  T Contributions<N> contributions(const Ranks<N>&, const N& k, const N& v, const N&) {
    return {Truth<N>(true), if_else(v < k, [] { return N(0); }, [&] { return v; }), v + N(1)};
  }
};
struct WithOne : Whole {
  T N extra(const Ranks<N>&) { return N(1); }
};
struct PutAside : Local, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "put the own value aside"; }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return moves<N>(v < g.p - N(1), v, v, N(0), N(1), N(1)); }
  T Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return {j == N(0) || (N(0) < k && v < g.p - N(1)), v, v + N(1)};
  }
};
/// The prefix goes on to rank r, and then the own value is appended to it there.
struct LinearExscan : Phase, UpToP<1> {
  static constexpr int steps = 2;
  static std::string caption(const Ranks<int>&, int r, int h) { return numbered(h == 0 ? "the prefix goes on to rank" : "the own value is appended by rank", r); }
  T Message<N> message(const Ranks<N>& g, const N& r, int h, const N&, const N& v, const N&) {
    if (h == 0) return moves<N>(v == r - N(1), v, r, N(1), N(1), N(0));
    return {v == r && r < g.p - N(1), v, v, N(0), N(1), N(1), false, true};
  }
  T N source(const Ranks<N>&, const N& r, int h, const N&, const N&) { return h == 0 ? r - N(1) : r; }
  T Truth<N> silent(const Ranks<N>& g, const N& r, int h) { return Truth<N>(h == 1) && r == g.p - N(1); }
  /// Slot 0 of the ranks up to r has their prefix, slot 1 what the rank after them gets.
  T Contributions<N> contributions(const Ranks<N>& g, const N& r, int h, const N& v, const N& j) {
    const auto result = j == N(0), got = v < r || (Truth<N>(h == 1) && v == r);
    return {if_else(result, [&] { return N(0) < v && got; }, [&] { return v < g.p - N(1); }), if_else(result || v < r, [] { return N(0); }, [&] { return v; }), if_else(result, [&] { return v; }, [&] { return v + N(1); })};
  }
};
}
#include "bits_try.hpp"
