// The blocks of ranks of the Cray X1 (Pritchard, Nicholson, Schwarzmeier, CUG 2004, section 4): k consecutive ranks
// form a block, the last of which may be shorter, and the first rank of each is its master. The data is block 0; what
// the i-th of a block sends lands in slot i of its master. The masters are a block themselves.
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// k seats to a block, of which seat v is number v mod k.
struct BlocksOfK {
  static Expression size(const Ranks& g) { return least(g.k, g.p); }
  static Expression place(const Ranks& g, const Expression& v) { return v % g.k; }
};
/// All seats as one block.
struct OneBlock {
  static Expression size(const Ranks& g) { return g.p; }
  static Expression place(const Ranks&, const Expression& v) { return v; }
};

/// A seat for each master, which brings along what its block has contributed.
struct Masters : InOrder {
  static Ranks group(const Ranks& g) { return {(g.p - 1) / g.k + 1, 0, 1, 0, g.k}; }
  static Expression rank(const Ranks& g, const Expression& v) { return v * g.k; }
  static Expression seat(const Ranks& g, const Expression& r) { return r / g.k; }
  static Expression first(const Ranks& g, const Expression& v) {
    return if_else(
        v == group(g).p, [&] { return g.p; }, [&] { return v * g.k; });
  }
  static Expression owner(const Ranks& g, const Expression& c) { return c / g.k; }
};

/// The data, and a slot for each of the others of the larger block: of k ranks, or of the masters.
struct TwoLevelSlots : Whole {
  static constexpr int most_ranks = Whole::most_ranks - 64;
  static Expression extra(const Ranks& g) {
    const Expression members = BlocksOfK::size(g), masters = Masters::group(g).p;
    return chosen(members < masters, masters, members) - 1;
  }
};

/// Only one round, number 0, and none where a block has no others.
template <class Block>
struct OnceIfOthers : Counting<OnceIfOthers<Block>> {
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) { return chosen(1 < Block::size(g), 1, 0); }
};
/// i = 1, 2, …, the size of a block - 1.
template <class Block>
struct OverOthers : Counting<OverOthers<Block>> {
  static Expression begin(const Ranks&) { return 1; }
  static Expression end(const Ranks& g) { return Block::size(g); }
};

/// What seat v + i has contributed, for i below the number of seats from v on.
inline Contributions of_seat_after(const Ranks& g, const Condition& there, const Expression& v, const Expression& i) {
  const Expression rest = g.p - v;
  return {there && i < rest, v + least(i, rest), v + least(i, rest - 1) + 1};
}

/// All others send to their masters; in turn t those that are number t + 1 of their blocks.
template <class Block>
struct StoreAtMasters : Phase, OnceIfOthers<Block> {
  static Caption caption(const Ranks& g, const Expression&) {
    return numbered("send to the masters of blocks of", Block::size(g));
  }
  static Expression turns(const Ranks& g) { return Block::size(g) - 1; }
  static Expression turn(const Ranks&, const Expression&, const Expression&, const Expression& j) { return j - 1; }
  static Message message(const Ranks& g, const Expression&, const Expression& t, const Expression& v,
                         const Expression&) {
    return moves(Block::place(g, v) == t + 1, v, v - (t + 1), 0, 1, t + 1);
  }
  static Expression source(const Ranks& g, const Expression&, const Expression& t, const Expression& u) {
    return if_else(
        t < g.p - 1 - u, [&] { return u + (t + 1); }, [] { return Expression(-1); });
  }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return of_seat_after(g, j == 0 || (0 < k && Block::place(g, v) == 0 && j < Block::size(g)), v, j);
  }
};

/// In round i every master folds what the i-th of its block has stored. Before it, it has what the first i have
/// contributed, in order.
template <class Block>
struct FoldStored : Local, OverOthers<Block> {
  static Caption caption(const Ranks&, const Expression& i) {
    return numbered("masters fold what came from seat +", i);
  }
  static Message message(const Ranks& g, const Expression& i, const Expression& v) {
    return folds_on(false, Block::place(g, v) == 0 && i < g.p - v, v, v, i, 1, 0);
  }
  static Contributions contributions(const Ranks& g, const Expression& i, const Expression& v, const Expression& j) {
    const auto master = Block::place(g, v) == 0;
    const auto stored = of_seat_after(g, master && i <= j && j < Block::size(g), v, j);
    return {(j == 0 && master) || stored.there, chosen(j == 0, v, stored.first),
            chosen(j == 0, v + least(i, g.p - v), stored.end)};
  }
};

/// Every master sends what it has to the others of its block, in turn t to number t + 1.
template <class Block>
struct ReleaseByMasters : Phase, OnceIfOthers<Block> {
  static constexpr bool by_receiver = true;
  static Caption caption(const Ranks& g, const Expression&) {
    return numbered("masters release their blocks of", Block::size(g));
  }
  static Expression turns(const Ranks& g) { return Block::size(g) - 1; }
  static Expression turn(const Ranks& g, const Expression&, const Expression& u, const Expression&) {
    return Block::place(g, u) - 1;
  }
  static Message message(const Ranks& g, const Expression&, const Expression& t, const Expression& u,
                         const Expression&) {
    return moves(Block::place(g, u) == t + 1, u - (t + 1), u, 0, 1);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 && (Block::place(g, v) == 0 || 0 < k), v - Block::place(g, v), j};
  }
};

}  // namespace tutti
