// The surplus of p over a power of two where every rank has a block: the block of a rank without a seat is that of its
// neighbour's seat too.
#pragma once
#include "verified/algorithms/surplus.hpp"

namespace tutti {

/// As OddStays, where slot v of a phase stands for the blocks of the one or two ranks of seat v.
struct OddStaysWithBlocks : OddStays {
  static constexpr bool same_slots = false;
  static Expression slot(const Ranks& g, const Expression& j) { return owner(g, j); }
  static RunOf run(const Ranks& g, int, const RunOf& b) {
    const Expression begin = first(g, b.first);
    return {begin, first(g, b.first + b.count) - begin};
  }
};

/// The odd rank of each pair has the block of the even one, and sends it.
struct ServeBlocks : Phase, OnceIfSurplus {
  static Caption caption(const Ranks&, const Expression&) { return "surplus ranks get their block"; }
  static Message message(const Ranks& g, const Expression&, const Expression& r) {
    return moves(is_paired(g, r) && r % 2 == 1, r, r - 1, r - 1, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return u + 1; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& r, const Expression& j) {
    const auto left = is_paired(g, r) && r % 2 == 0, lent = is_paired(g, r) && r % 2 == 1 && j == r - 1;
    return {(j == r && (!left || 0 < k)) || lent,
            if_else(
                left, [&] { return r + 1; }, [&] { return r; }),
            j};
  }
};

}  // namespace tutti
