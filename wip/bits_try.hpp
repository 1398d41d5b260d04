#pragma once
namespace tutti {
template <class N> N below_twice(const N& d) { return d + (d - N(1)); }
/// An edge of length d joins an odd multiple of d to the even multiple below it.
struct BinomialEdges : Phase, DoublingToP {
  T Truth<N> has_child(const Ranks<N>& g, const N& v, const N& d) { return (v & below_twice(d)) == N(0) && d < g.p - v; }
  T Truth<N> has_parent(const N& v, const N& d) { return (v & below_twice(d)) == d; }
  T Truth<N> above(const Ranks<N>& g, const N& v, const N& d) { return v == N(0) || (d < g.p && (v & (d - N(1))) == N(0)); }
};
template <class Slots> struct BinomialBcast : BinomialEdges {
  static constexpr bool backwards = true;
  static std::string caption(const Ranks<int>&, int k) { return numbered("send along the tree, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) { return moves<N>(has_child(g, v, d), v, v + d, N(0), Slots::blocks(g)); }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u - d; }
  T Origin<N> origin(const Ranks<N>& g, const N& d, const N& v, const N& j) { return {j < Slots::blocks(g) && above(g, v, d), N(0), j}; }
};
struct BinomialScatter : BinomialEdges {
  static constexpr bool backwards = true;
  static std::string caption(const Ranks<int>&, int k) { return numbered("send the blocks of the subtree, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) { return moves<N>(has_child(g, v, d), v, v + d, v + d, least(d, g.p - (v + d))); }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u - d; }
  T Origin<N> origin(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return {j < g.p && (v == N(0) || (above(g, v, d) && v <= j && j - v < d)), N(0), j};
  }
};
struct BinomialGather : BinomialEdges {
  static std::string caption(const Ranks<int>&, int k) { return numbered("send the blocks of the subtree, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) { return moves<N>(has_parent(v, d), v, v - d, v, least(d, g.p - v)); }
  T N source(const Ranks<N>& g, const N& d, const N&, const N& u) { return wrap_up(u, d, g.p); }
  T Origin<N> origin(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return {j < g.p && (j == v || (above(g, v, d) && v <= j && j - v < d)), j, j};
  }
};
template <class Slots> struct BinomialReduce : BinomialEdges {
  static std::string caption(const Ranks<int>&, int k) { return numbered("fold along the tree, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) {
    return {has_parent(v, d), v, v - d, N(0), Slots::blocks(g), N(0), false, false};
  }
  T N source(const Ranks<N>& g, const N& d, const N&, const N& u) { return wrap_up(u, d, g.p); }
  T Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return {j < Slots::blocks(g) && above(g, v, d), v, v + least(d, g.p - v)};
  }
};
template <class Slots> struct MoveToRoot : Phase {
  static std::string caption(const Ranks<int>&, int) { return "move the result to the root"; }
  T N first(const Ranks<N>&) { return N(0); }
  T Truth<N> more(const Ranks<N>& g, const N& k) { return k < N(1) && g.root != N(0); }
  T N next(const Ranks<N>&, const N& k) { return k + N(1); }
  T Truth<N> reached(const Ranks<N>& g, const N& k) { return N(0) <= k && k <= last(g); }
  T N last(const Ranks<N>& g) { return if_else(g.root == N(0), [] { return N(0); }, [] { return N(1); }); }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return moves<N>(v == N(0), v, g.root, N(0), Slots::blocks(g)); }
  T N source(const Ranks<N>&, const N&, const N&, const N&) { return N(0); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return {j < Slots::blocks(g) && (v == N(0) || (N(0) < k && v == g.root)), N(0), j}; }
};
struct RankZeroScatter : Phase, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "rank 0 sends every rank its block"; }
  static constexpr bool by_receiver = true;
  T Message<N> message(const Ranks<N>&, const N&, const N&, const N& u, const N&) { return moves<N>(u != N(0), N(0), u, u, N(1)); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) { return {j < g.p && (v == N(0) || (N(0) < k && j == v)), N(0), j}; }
};
// ---- surplus
/// Of the first 2·surplus ranks two share a seat.
struct Folded : InOrder {
  static constexpr bool same_slots = true;
  T N first(const Ranks<N>& g, const N& v) { return if_else(v < g.surplus(), [&] { return v + v; }, [&] { return v + g.surplus(); }); }
  T N owner(const Ranks<N>& g, const N& c) { return if_else(c < g.surplus() + g.surplus(), [&] { return c / N(2); }, [&] { return c - g.surplus(); }); }
  T N seat(const Ranks<N>& g, const N& r) { return owner(g, r); }
};
struct EvenStays : Folded {
  T Ranks<N> group(const Ranks<N>& g) { return {g.q, N(0), g.q, g.lg, g.k}; }
  T N rank(const Ranks<N>& g, const N& v) { return first(g, v); }
};
struct OddStays : Folded {
  T Ranks<N> group(const Ranks<N>& g) { return {g.q, N(0), g.q, g.lg, g.k}; }
  T N rank(const Ranks<N>& g, const N& v) { return if_else(v < g.surplus(), [&] { return v + v + N(1); }, [&] { return v + g.surplus(); }); }
};
struct OnceIfSurplus : OneRound {
  T Truth<N> more(const Ranks<N>& g, const N& k) { return k < N(1) && g.q < g.p; }
  T N last(const Ranks<N>& g) { return if_else(g.q < g.p, [] { return N(1); }, [] { return N(0); }); }
  T Truth<N> reached(const Ranks<N>& g, const N& k) { return N(0) <= k && k <= last(g); }
};
template <class Slots, bool odd_stays> struct FoldSurplus : Phase, OnceIfSurplus {
  static std::string caption(const Ranks<int>&, int) { return "surplus ranks send everything to their neighbours and are out"; }
  T Truth<N> leaves(const Ranks<N>& g, const N& v) { return v < g.surplus() + g.surplus() && v % N(2) == N(odd_stays ? 0 : 1); }
  T Truth<N> stays(const Ranks<N>& g, const N& v) { return v < g.surplus() + g.surplus() && v % N(2) == N(odd_stays ? 1 : 0); }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return folds<N>(leaves(g, v), v, odd_stays ? v + N(1) : v - N(1), N(0), Slots::blocks(g)); }
  T N source(const Ranks<N>&, const N&, const N&, const N& u) { return odd_stays ? u - N(1) : u + N(1); }
  T Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const auto two = N(0) < k && stays(g, v);
    return {j < Slots::blocks(g) && (k < N(1) || !leaves(g, v)), if_else(two && Truth<N>(odd_stays), [&] { return v - N(1); }, [&] { return v; }),
            if_else(two && Truth<N>(!odd_stays), [&] { return v + N(2); }, [&] { return v + N(1); })};
  }
};
template <class Slots> struct ServeSurplus : Phase, OnceIfSurplus {
  static std::string caption(const Ranks<int>&, int) { return "surplus ranks get the result"; }
  T Truth<N> left(const Ranks<N>& g, const N& v) { return v < g.surplus() + g.surplus() && v % N(2) == N(1); }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return moves<N>(v < g.surplus() + g.surplus() && v % N(2) == N(0), v, v + N(1), N(0), Slots::blocks(g)); }
  T N source(const Ranks<N>&, const N&, const N&, const N& u) { return u - N(1); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const auto served = left(g, v) && N(0) < k;
    return {j < Slots::blocks(g) && (served || !left(g, v)), if_else(served, [&] { return v - N(1); }, [&] { return v; }), j};
  }
};
struct ReleaseSurplus : ServeSurplus<Whole> {
  static std::string caption(const Ranks<int>&, int) { return "surplus ranks are released"; }
};
// ---- pairs; p is a power of two
template <class N> N first_of_run(const N& v, const N& d) { return v & ~(d - N(1)); }
template <class Slots> struct RecursiveDoubling : Phase, DoublingToP {
  static std::string caption(const Ranks<int>&, int k) { return numbered("exchange and fold, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) { return folds<N>(true, v, v ^ d, N(0), Slots::blocks(g)); }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u ^ d; }
  T Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return {j < Slots::blocks(g), if_else(d == g.p, [] { return N(0); }, [&] { return first_of_run(v, d); }), if_else(d == g.p, [&] { return g.p; }, [&] { return first_of_run(v, d) + d; })};
  }
};
struct SignalPairs : RecursiveDoubling<Whole> {
  static std::string caption(const Ranks<int>&, int k) { return numbered("signal each other, distance", k); }
};

struct WithTwo : Whole {
  static constexpr int most_ranks = Whole::most_ranks;
  T N extra(const Ranks<N>& g) { return if_else(N(1) < g.p, [] { return N(2); }, [] { return N(0); }); }
};
struct BeginSum : Local, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "every rank begins a sum with its own value"; }
  T Message<N> message(const Ranks<N>&, const N&, const N&, const N& v, const N&) { return moves<N>(true, v, v, N(0), N(1), N(1)); }
  T Contributions<N> contributions(const Ranks<N>&, const N& k, const N& v, const N& j) { return {j == N(0) || (N(0) < k && j == N(1)), v, v + N(1)}; }
};
/// Slot 0 has the prefix, 1 the sum of the run of d ranks, 2 what has arrived.
template <bool own_too> struct PrefixDoubling : Phase, DoublingToP {
  static constexpr int steps = 2;
  static std::string caption(const Ranks<int>&, int d, int h) { return numbered(h == 0 ? "exchange sums, distance" : "the upper ranks fold what has arrived from distance", d); }
  T N parts(const Ranks<N>&) { return N(2); }
  T N part(const Ranks<N>&, const N&, int h, const N&, const N& j) { return if_else(Truth<N>(h == 1) && j == N(1), [] { return N(1); }, [] { return N(0); }); }
  /// Whether a prefix without the own value has still to begin, with the first thing that arrives from below.
  T Truth<N> alone(const N& v, const N& d) { return Truth<N>(!own_too) && (v & (d - N(1))) == N(0); }
  T N lands(const N& v, const N& d) { return if_else(alone(v, d), [] { return N(0); }, [] { return N(2); }); }
  T Message<N> message(const Ranks<N>& g, const N& d, int h, const N&, const N& v, const N& i) {
    const N to = v ^ d;
    const auto down = to < v;
    if (h == 0)
      return {i == N(0) && to < g.p, v, to, N(1), N(1), if_else(down, [] { return N(1); }, [&] { return lands(to, d); }), !down, false};
    return {(v & d) != N(0) && (i == N(1) || !alone(v, d)), v, v, lands(v, d), N(1), i, false, true};
  }
  T N source(const Ranks<N>&, const N& d, int h, const N&, const N& u) { return h == 0 ? u ^ d : u; }
  T N last_of_run(const N& v, const N& d) { return v | (d - N(1)); }
  T Contributions<N> contributions(const Ranks<N>& g, const N& d, int h, const N& v, const N& j) {
    const auto over = d == g.p, upper = (v & d) != N(0), arrived = Truth<N>(h == 1) && upper, joined = Truth<N>(h == 1) && !upper;
    const N run = if_else(over, [] { return N(0); }, [&] { return first_of_run(v, d); });
    const N last = if_else(joined, [&] { return last_of_run(v, d) | d; }, [&] { return last_of_run(v, d); });
    const auto prefix = j == N(0), sum = j == N(1), begun = !(Truth<N>(!own_too) && v == run);
    const auto complete = !over && last < g.p;
    const N own_end = if_else(begun && Truth<N>(!own_too), [&] { return v; }, [&] { return v + N(1); });
    return {prefix || sum || (arrived && begun),
            if_else(prefix, [&] { return if_else(arrived && !begun, [&] { return run - d; }, [&] { return run; }); }, [&] { return if_else(sum, [&] { return run; }, [&] { return run - d; }); }),
            if_else(prefix, [&] { return if_else(arrived && !begun, [&] { return run; }, [&] { return own_end; }); },
                    [&] { return if_else(sum, [&] { return if_else(complete, [&] { return last + N(1); }, [&] { return v; }); }, [&] { return run; }); }),
            !sum || complete};
  }
};
// ---- sweeps
template <class N> N lowest_bit(const N& n) { return n & (N(0) - n); }
/// The distances d = 1, 2, 4, … <= p/2, and then q; of no rank or one, none.
struct DoublingToHalf {
  T N first(const Ranks<N>&) { return N(1); }
  T Truth<N> more(const Ranks<N>& g, const N& d) { return d <= g.p / N(2); }
  T N next(const Ranks<N>&, const N& d) { return d + d; }
  T Truth<N> reached(const Ranks<N>& g, const N& d) { return power_of_two(d) && (d == N(1) || d <= g.q); }
  T N last(const Ranks<N>& g) { return if_else(g.q == N(0), [] { return N(1); }, [&] { return g.q; }); }
};
struct SweepUp : Phase, DoublingToHalf {
  static std::string caption(const Ranks<int>&, int d) { return numbered("sweep up, distance", d); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) {
    return folds<N>((v & below_twice(d)) == d - N(1) && d < g.p - v, v, v + d, N(0), N(1));
  }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u - d; }
  T Contributions<N> contributions(const Ranks<N>&, const N& d, const N& v, const N& j) {
    return {j == N(0), v + N(1) - least(lowest_bit(v + N(1)), d), v + N(1)};
  }
};
/// The distances d = 1, 2, 4, … <= p/3, and then the one after them.
struct DoublingToThird {
  T N first(const Ranks<N>&) { return N(1); }
  T Truth<N> more(const Ranks<N>& g, const N& d) { return d <= g.p / N(3); }
  T N next(const Ranks<N>&, const N& d) { return d + d; }
  T Truth<N> reached(const Ranks<N>& g, const N& d) { return power_of_two(d) && (d == N(1) || d / N(2) <= g.p / N(3)); }
  T N last(const Ranks<N>& g) { return if_else(g.q <= N(1), [] { return N(1); }, [&] { return if_else(g.q / N(2) <= g.p / N(3), [&] { return g.q; }, [&] { return g.q / N(2); }); }); }
};
struct SweepDown : Phase, DoublingToThird {
  static constexpr bool backwards = true;
  static std::string caption(const Ranks<int>&, int d) { return numbered("sweep down, distance", d); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) {
    return folds<N>((v & below_twice(d)) == below_twice(d) && d < g.p - v, v, v + d, N(0), N(1));
  }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u - d; }
  /// Those whose number, from 1 on, is a multiple of d have their prefix.
  T Contributions<N> contributions(const Ranks<N>&, const N& d, const N& v, const N& j) {
    const N n = v + N(1);
    return {j == N(0), if_else((n & (d - N(1))) == N(0), [] { return N(0); }, [&] { return n - lowest_bit(n); }), n};
  }
};
struct ButFirst : InOrder {
  T Ranks<N> group(const Ranks<N>& g) {
    const auto whole = g.p == g.q;
    return {g.p - N(1), N(0), if_else(whole, [&] { return g.q / N(2); }, [&] { return g.q; }), if_else(whole, [&] { return g.lg - N(1); }, [&] { return g.lg; }), g.k};
  }
  T N rank(const Ranks<N>&, const N& v) { return v + N(1); }
  T N seat(const Ranks<N>&, const N& r) { return r - N(1); }
};
struct SendUp : Phase, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "send the own value one rank up"; }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return moves<N>(v < g.p - N(1), v, v + N(1), N(0), N(1), N(1)); }
  T N source(const Ranks<N>&, const N&, const N&, const N& u) { return u - N(1); }
  T Origin<N> origin(const Ranks<N>&, const N& k, const N& v, const N& j) {
    return {j == N(0) || (N(0) < k && N(0) < v), if_else(j == N(0), [&] { return v; }, [&] { return v - N(1); }), N(0)};
  }
};
struct TakePlace : Local, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "it takes the place of the value there"; }
  T Message<N> message(const Ranks<N>&, const N&, const N&, const N& v, const N&) { return moves<N>(N(0) < v, v, v, N(1), N(1), N(0)); }
  T Origin<N> origin(const Ranks<N>&, const N& k, const N& v, const N& j) {
    const auto landed = j == N(1);
    return {(landed && N(0) < v && k < N(1)) || (!landed && (v == N(0) || N(0) < k)), v, if_else(N(0) < v, [] { return N(1); }, [] { return N(0); })};
  }
};
// ---- halves
template <class N> N half_first(const Ranks<N>& g, const N& v, const N& d) { return reversed(v & (d - N(1))) >> (N(31) - g.lg); }
template <class N> N share_count(const Ranks<N>& g, const N& d) { return reversed(d) >> (N(30) - g.lg); }
template <class N> Truth<N> in_share(const Ranks<N>& g, const N& j, const N& v, const N& d) {
  const N first = half_first(g, v, d);
  return first <= j && j - first < share_count(g, d);
}
struct HalveVector : Phase, DoublingToP {
  static std::string caption(const Ranks<int>&, int k) { return numbered("exchange halves and fold, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) {
    return folds<N>(true, v, v ^ d, half_first(g, v ^ d, d + d), share_count(g, d + d));
  }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u ^ d; }
  T Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return {in_share(g, j, v, d), if_else(d == g.p, [] { return N(0); }, [&] { return first_of_run(v, d); }), if_else(d == g.p, [&] { return g.p; }, [&] { return first_of_run(v, d) + d; })};
  }
};
struct DoubleVector : Phase, DoublingToP {
  static constexpr bool backwards = true;
  static std::string caption(const Ranks<int>&, int k) { return numbered("exchange results, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) {
    return moves<N>(true, v, v ^ d, half_first(g, v, d + d), share_count(g, d + d));
  }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u ^ d; }
  T Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) { return {in_share(g, j, v, d), N(0), g.p}; }
};
struct GatherShares : Phase, DoublingToP {
  static constexpr bool backwards = true;
  static std::string caption(const Ranks<int>&, int k) { return numbered("gather results, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) {
    return moves<N>(d <= (v ^ g.root) && ((v ^ g.root) & ~below_twice(d)) == N(0), v, v ^ d, half_first(g, v, d + d), share_count(g, d + d));
  }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u ^ d; }
  T Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) { return {(v ^ g.root) < d && in_share(g, j, v, d), N(0), g.p}; }
};
/// Of each pair the first rank stays, unless the root is the last.
struct RootStays : Folded {
  T Ranks<N> group(const Ranks<N>& g) { return {g.q, owner(g, g.root), g.q, g.lg, g.k}; }
  T N rank(const Ranks<N>& g, const N& v) {
    return if_else(v < g.surplus(), [&] { return if_else(g.root == v + v + N(1), [&] { return g.root; }, [&] { return v + v; }); }, [&] { return v + g.surplus(); });
  }
};
struct FoldSurplusByHalves : Phase {
  static std::string caption(const Ranks<int>&, int k) { return k == 0 ? "surplus pairs exchange halves and fold" : "surplus ranks hand over their half and are out"; }
  T N rounds(const Ranks<N>& g) { return if_else(g.q < g.p, [] { return N(2); }, [] { return N(0); }); }
  T N first(const Ranks<N>&) { return N(0); }
  T Truth<N> more(const Ranks<N>& g, const N& k) { return k < rounds(g); }
  T N next(const Ranks<N>&, const N& k) { return k + N(1); }
  T Truth<N> reached(const Ranks<N>& g, const N& k) { return N(0) <= k && k <= rounds(g); }
  T N last(const Ranks<N>& g) { return rounds(g); }
  T Truth<N> paired(const Ranks<N>& g, const N& v) { return v < g.surplus() + g.surplus(); }
  T N other(const N& v) { return if_else(v % N(2) == N(0), [&] { return v + N(1); }, [&] { return v - N(1); }); }
  T Truth<N> stays(const Ranks<N>& g, const N& v) { return v == g.root || (v % N(2) == N(0) && v + N(1) != g.root); }
  T Message<N> message(const Ranks<N>& g, const N& k, const N&, const N& v, const N&) {
    const N half = g.q / N(2), to = other(v);
    const auto even = v % N(2) == N(0), exchange = k == N(0);
    // an even rank folds lower halves: it sends the upper one, and hands over the lower one
    return {paired(g, v) && (exchange || !stays(g, v)), v, to, if_else(even == exchange, [&] { return half; }, [] { return N(0); }), half,
            if_else(even == exchange, [&] { return half; }, [] { return N(0); }), !exchange, even};
  }
  T N source(const Ranks<N>&, const N&, const N&, const N& u) { return other(u); }
  T Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const auto two = paired(g, v) && N(0) < k, even = v % N(2) == N(0), lower = j < g.q / N(2);
    return {!two || (k == N(1) && even == lower) || (N(1) < k && stays(g, v)),
            if_else(two && !even, [&] { return v - N(1); }, [&] { return v; }), if_else(two && even, [&] { return v + N(2); }, [&] { return v + N(1); })};
  }
};
// ---- reduce-scatter by pairs
struct OddStaysWithBlocks : OddStays {
  static constexpr bool same_slots = false;
  T N slot(const Ranks<N>& g, const N& j) { return owner(g, j); }
  T RunOf<N> run(const Ranks<N>& g, int, const RunOf<N>& b) { return {Folded::first(g, b.first), Folded::first(g, b.first + b.count) - Folded::first(g, b.first)}; }
};
struct RecursiveHalving : Phase, DoublingToP {
  static constexpr bool backwards = true;
  static std::string caption(const Ranks<int>&, int k) { return numbered("send what the other half needs and fold, distance", k); }
  T Message<N> message(const Ranks<N>&, const N& d, const N&, const N& v, const N&) { return folds<N>(true, v, v ^ d, first_of_run(v ^ d, d), d); }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u ^ d; }
  T Members<N> members(const Ranks<N>& g, const N& d, const N& v, const N& j, const N& c) {
    return {d == g.p || first_of_run(j, d) == first_of_run(v, d), ((c ^ v) & (d - N(1))) == N(0)};
  }
};
struct ExchangeAllButOwnRun : Phase, DoublingToP {
  static std::string caption(const Ranks<int>&, int k) { return numbered("exchange all but the blocks of the own group and fold, distance", k); }
  T N parts(const Ranks<N>&) { return N(2); }
  T N part(const Ranks<N>&, const N& d, const N& u, const N& j) { return if_else(j < first_of_run(u ^ d, d), [] { return N(0); }, [] { return N(1); }); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N& i) {
    const N run = first_of_run(v, d);
    return folds<N>(true, v, v ^ d, if_else(i == N(0), [] { return N(0); }, [&] { return run + d; }), if_else(i == N(0), [&] { return run; }, [&] { return g.p - (run + d); }));
  }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u ^ d; }
  T Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return {true, if_else(d == g.p, [] { return N(0); }, [&] { return first_of_run(v, d); }), if_else(d == g.p, [&] { return g.p; }, [&] { return first_of_run(v, d) + d; }),
            j == v || (d < g.p && first_of_run(j, d) != first_of_run(v, d))};
  }
};
struct ServeBlocks : Phase, OnceIfSurplus {
  static std::string caption(const Ranks<int>&, int) { return "surplus ranks get their block"; }
  T Truth<N> paired(const Ranks<N>& g, const N& v) { return v < g.surplus() + g.surplus(); }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return moves<N>(paired(g, v) && v % N(2) == N(1), v, v - N(1), v - N(1), N(1)); }
  T N source(const Ranks<N>&, const N&, const N&, const N& u) { return u + N(1); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const auto left = paired(g, v) && v % N(2) == N(0), lent = paired(g, v) && v % N(2) == N(1) && j == v - N(1);
    return {(j == v && (!left || N(0) < k)) || lent, if_else(left, [&] { return v + N(1); }, [&] { return v; }), j};
  }
};
// ---- the bits of ranks, permuted
struct Permuted : PerRank {
  static constexpr int most_ranks = PerRank::most_ranks / 2;
  T N reverse(const Ranks<N>& g, const N& b) { return reversed(b) >> (N(31) - g.lg); }
  T N extra(const Ranks<N>& g) { return if_else(N(1) < g.p, [&] { return g.p; }, [] { return N(0); }); }
  T N label(const Ranks<N>& g, const N&, const N& s) { return reverse(g, s - g.p); }
};
struct PermuteBlocks : Local, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "permute the blocks by bit reversal"; }
  T N parts(const Ranks<N>& g) { return g.p; }
  T N part(const Ranks<N>& g, const N&, const N&, const N& j) { return if_else(j < g.p, [] { return N(0); }, [&] { return Permuted::reverse(g, j - g.p); }); }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N& b) { return moves<N>(true, v, v, b, N(1), g.p + Permuted::reverse(g, b)); }
  T Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) { return {j < g.p || N(0) < k, v, v + N(1)}; }
};
struct HalveCopy : Phase, DoublingToP {
  static std::string caption(const Ranks<int>&, int k) { return numbered("exchange halves and fold, distance", k); }
  T Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N&) {
    return folds<N>(true, v, v ^ d, g.p + half_first(g, v ^ d, d + d), share_count(g, d + d));
  }
  T N source(const Ranks<N>&, const N& d, const N&, const N& u) { return u ^ d; }
  T Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return {(g.p == N(1) && j == N(0)) || (g.p <= j && in_share(g, j - g.p, v, d)), if_else(d == g.p, [] { return N(0); }, [&] { return first_of_run(v, d); }), if_else(d == g.p, [&] { return g.p; }, [&] { return first_of_run(v, d) + d; })};
  }
};
struct PutOwnBlock : Local, OnceIfMany {
  static std::string caption(const Ranks<int>&, int) { return "put the own block in its place"; }
  T Message<N> message(const Ranks<N>& g, const N&, const N&, const N& v, const N&) { return moves<N>(true, v, v, g.p + Permuted::reverse(g, v), N(1), v); }
  T Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    const N place = if_else(g.p == N(1), [] { return N(0); }, [&] { return g.p + Permuted::reverse(g, v); });
    return {j == place || (N(0) < k && j == v), v, place};
  }
};
}
