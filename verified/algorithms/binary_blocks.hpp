// Binary blocks (Rabenseifner 3.6): the p ranks in blocks of falling powers of two, one for each bit of p, the largest
// of q ranks. A rank lies in the block of the highest bit in which it differs from p. There are q segments, and inside
// a block the shares are those of vector halving.
#pragma once
#include "verified/algorithms/shares.hpp"

namespace tutti {

inline Expression lowest_bit_of(const Expression& n) { return n & (0 - n); }
inline Expression highest_bit_of(const Expression& n) { return reversed(lowest_bit_of(reversed(n))); }

/// The distances 1, 2, 4, …, q/2; and q, where there is a smaller block than that of q ranks.
struct InBinaryBlocks : Phase {
  static Expression first(const Ranks&) { return 1; }
  static Condition more(const Ranks& g, const Expression& d) { return d < g.q || (d == g.q && g.q < g.p); }
  static Expression next(const Ranks& g, const Expression& d) {
    return if_else(
        d == g.q, [&] { return g.q + 1; }, [&] { return d + d; });  // 2q may be no int
  }
  static Condition reached(const Ranks& g, const Expression& d) {
    return (one_bit(d) && d <= g.q) || (d == g.q + 1 && g.q < g.p);
  }
  static Expression last(const Ranks& g) {
    return if_else(
        g.q < g.p, [&] { return g.q + 1; }, [&] { return g.q; });
  }

  /// The number of ranks of the block of rank r.
  static Expression size(const Ranks& g, const Expression& r) { return highest_bit_of(r ^ g.p); }
  /// That of the next smaller one than a block of that size; 0 where there is none.
  static Expression smaller(const Ranks& g, const Expression& size) { return highest_bit_of(g.p & (size - 1)); }
  /// The rank of the next smaller block that has the share of which rank r's is a part.
  static Expression rank_behind(const Ranks& g, const Expression& r, const Expression& size) {
    return first_of_run(r, size) + size + (r & (smaller(g, size) - 1));
  }
  /// What rank r does at distance d: with a rank of its block, d away, the half of its share; else with the next
  /// smaller block, its share.
  struct Exchange {
    Condition there;
    Expression other, segments;
  };
  static Exchange exchange(const Ranks& g, const Expression& d, const Expression& r) {
    const Expression own = size(g, r);
    const auto inside = d < own;
    return {inside || (d == own && smaller(g, own) != 0),
            if_else(
                inside, [&] { return r ^ d; }, [&] { return rank_behind(g, r, own); }),
            if_else(
                inside, [&] { return d + d; }, [&] { return d; })};
  }
  static Condition has_smaller(const Ranks& g, const Expression& size) {
    return (g.p & size) != 0 && smaller(g, size) != 0;
  }
};

/// Halving in every block; the result of each block is handed in segments to the next larger one and folded there. So
/// before distance d, a rank has its share of the run of d ranks in its block, or of its block and all behind it.
struct FoldInBlocks : InBinaryBlocks {
  static constexpr bool by_receiver = true;
  static Caption caption(const Ranks& g, const Expression& d) {
    return either(d == g.q, numbered("the smaller blocks fold into the block of size", d),
                  either(has_smaller(g, d), numbered("exchange halves and fold, also into the block of size", d),
                         numbered("exchange halves and fold, distance", d)));
  }
  static Message message(const Ranks& g, const Expression& d, const Expression& u) {
    const auto e = exchange(g, d, u);
    return folds(e.there, e.other, u, share_first(g, u, e.segments), share_count(g, e.segments));
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    const Expression own = size(g, v);
    const auto joined = own < d;
    const Expression run = chosen(joined, own, d);
    return {in_share(g, j, v, run), first_of_run(v, run),
            if_else(
                joined, [&] { return g.p; }, [&] { return first_of_run(v, run) + run; })};
  }
};

/// Doubling in every block, which hands the result on to the next smaller one before. After distance d, the largest
/// block and those to which a block of at least d ranks has handed on have the results of their shares.
struct SpreadInBlocks : InBinaryBlocks {
  static constexpr bool backwards = true;
  static constexpr bool one_source = false;
  static Caption caption(const Ranks& g, const Expression& d) {
    return either(d == g.q, numbered("results are handed on by the block of size", d),
                  either(has_smaller(g, d), numbered("exchange results, also handed on by the block of size", d),
                         numbered("exchange results, distance", d)));
  }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    const auto e = exchange(g, d, v);
    return moves(e.there, v, e.other, share_first(g, v, e.segments), share_count(g, e.segments));
  }
  static Expression source(const Ranks& g, const Expression& d, const Expression& u, const Expression& j) {
    const Expression own = size(g, u);
    return if_else(
        d < own, [&] { return u ^ d; }, [&] { return first_of_run(u, own) - d + (seat_of_share(g, j) & (d - 1)); });
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    const Expression own = size(g, v), larger = lowest_bit_of(g.p & ~(own | (own - 1)));
    return {(d <= own || larger == 0 || d <= larger) && in_share(g, j, v, chosen(own < d, own, d)), 0, g.p};
  }
};

/// The ranks below q; where the root is none of them, it has the seat of rank 0.
struct LargestBlock : InOrder {
  static Ranks group(const Ranks& g) { return {g.q, chosen(g.root < g.q, g.root, 0), g.q, g.lg, g.k}; }
  static Expression rank(const Ranks& g, const Expression& v) { return chosen(v == 0 && g.q <= g.root, g.root, v); }
  static Expression seat(const Ranks& g, const Expression& r) { return chosen(r == g.root && g.q <= r, 0, r); }
  static Expression first(const Ranks& g, const Expression& v) { return chosen(v == g.q, g.p, v); }
};

}  // namespace tutti
