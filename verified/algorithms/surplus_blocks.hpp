// The surplus of p over a power of two where every rank has a block: the block of a rank without a seat is that of its
// neighbour's seat too.
#pragma once
#include "verified/algorithms/surplus.hpp"

namespace tutti {

/// As OddStays, where slot v of a phase stands for the blocks of the one or two ranks of seat v.
struct OddStaysWithBlocks : OddStays {
  static constexpr bool same_slots = false;
  template <class N>
  static N slot(const Ranks<N>& g, const N& j) {
    return owner(g, j);
  }
  template <class N>
  static RunOf<N> run(const Ranks<N>& g, int, const RunOf<N>& b) {
    const N begin = first(g, b.first);
    return {begin, first(g, b.first + b.count) - begin};
  }
};

/// The odd rank of each pair has the block of the even one, and sends it.
struct ServeBlocks : Phase, OnceIfSurplus {
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "surplus ranks get their block"; }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& r) {
    return moves<N>(is_paired(g, r) && r % 2 == 1, r, r - 1, r - 1, 1);
  }
  template <class N>
  static N source(const Ranks<N>&, const N&, const N& u) {
    return u + 1;
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& r, const N& j) {
    const auto left = is_paired(g, r) && r % 2 == 0, lent = is_paired(g, r) && r % 2 == 1 && j == r - 1;
    return {(j == r && (!left || 0 < k)) || lent,
            if_else(
                left, [&] { return r + 1; }, [&] { return r; }),
            j};
  }
};

}  // namespace tutti
