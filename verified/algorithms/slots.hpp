// What of the vector has a slot.
#pragma once
#include <limits>

#include "verified/schedule/rules.hpp"

namespace tutti {

/// The blocks, and nothing else.
struct NoScratch {
  static constexpr bool exchange = false;
  static constexpr int most_ranks = std::numeric_limits<int>::max();
  static Expression extra(const Ranks&) { return 0; }
  static Expression label(const Ranks&, const Expression&, const Expression&) { return 0; }
};

/// One block: everything.
struct Whole : NoScratch {
  static Expression blocks(const Ranks&) { return 1; }
};
/// One block, and room for another.
struct WholeTwice : Whole {
  static Expression extra(const Ranks&) { return 1; }
};

/// A block for each rank.
struct PerRank : NoScratch {
  static Expression blocks(const Ranks& g) { return g.p; }
};
/// The same, and room for a copy, unless a rank is alone.
struct PerRankTwice : PerRank {
  static constexpr int most_ranks = PerRank::most_ranks / 2;
  static Expression extra(const Ranks& g) { return chosen(1 < g.p, g.p, 0); }
};

/// q blocks, one for each seat where surplus ranks have none.
struct PerSeat : NoScratch {
  static Expression blocks(const Ranks& g) { return g.q; }
};

/// k blocks.
struct Segments : NoScratch {
  static Expression blocks(const Ranks& g) { return g.k; }
};

/// A block for each rank and one from each: see Schedule.
struct Exchange : NoScratch {
  static constexpr bool exchange = true;
  static constexpr int most_ranks = 46340;  // whose square, the number of blocks, is an int
  static Expression blocks(const Ranks& g) { return g.p + g.p; }
};

}  // namespace tutti
