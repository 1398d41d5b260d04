// The blocks of ranks of the Cray X1 (Pritchard, Nicholson, Schwarzmeier, CUG 2004, section 4): k consecutive ranks
// form a block, the last of which may be shorter, and the first rank of each is its master. The data is block 0; what
// the i-th of a block sends lands in slot i of its master. The masters are a block themselves.
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// k seats to a block, of which seat v is number v mod k.
struct BlocksOfK {
  template <class N>
  static N size(const Ranks<N>& g) {
    return least(g.k, g.p);
  }
  template <class N>
  static N place(const Ranks<N>& g, const N& v) {
    return v % g.k;
  }
};
/// All seats as one block.
struct OneBlock {
  template <class N>
  static N size(const Ranks<N>& g) {
    return g.p;
  }
  template <class N>
  static N place(const Ranks<N>&, const N& v) {
    return v;
  }
};

/// A seat for each master, which brings along what its block has contributed.
struct Masters : InOrder {
  template <class N>
  static Ranks<N> group(const Ranks<N>& g) {
    return {(g.p - 1) / g.k + 1, 0, 1, 0, g.k};
  }
  template <class N>
  static N rank(const Ranks<N>& g, const N& v) {
    return v * g.k;
  }
  template <class N>
  static N seat(const Ranks<N>& g, const N& r) {
    return r / g.k;
  }
  template <class N>
  static N first(const Ranks<N>& g, const N& v) {
    return if_else(
        v == group(g).p, [&] { return g.p; }, [&] { return v * g.k; });
  }
  template <class N>
  static N owner(const Ranks<N>& g, const N& c) {
    return c / g.k;
  }
};

/// The data, and a slot for each of the others of the larger block: of k ranks, or of the masters.
struct TwoLevelSlots : Whole {
  static constexpr int most_ranks = Whole::most_ranks - 64;
  template <class N>
  static N extra(const Ranks<N>& g) {
    const N members = BlocksOfK::size(g), masters = Masters::group(g).p;
    return chosen<N>(members < masters, masters, members) - 1;
  }
};

/// Only one round, number 0, and none where a block has no others.
template <class Block>
struct OnceIfOthers : Counting<OnceIfOthers<Block>> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return 0;
  }
  template <class N>
  static N end(const Ranks<N>& g) {
    return chosen<N>(1 < Block::size(g), 1, 0);
  }
};
/// i = 1, 2, …, the size of a block - 1.
template <class Block>
struct OverOthers : Counting<OverOthers<Block>> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return 1;
  }
  template <class N>
  static N end(const Ranks<N>& g) {
    return Block::size(g);
  }
};

/// What seat v + i has contributed, for i below the number of seats from v on.
template <class N>
Contributions<N> of_seat_after(const Ranks<N>& g, const Truth<N>& there, const N& v, const N& i) {
  const N rest = g.p - v;
  return {there && i < rest, v + least(i, rest), v + least(i, rest - 1) + 1};
}

/// All others send to their masters; in turn t those that are number t + 1 of their blocks.
template <class Block>
struct StoreAtMasters : Phase, OnceIfOthers<Block> {
  static Caption caption(const Ranks<Expression>& g, const Expression&) {
    return numbered("send to the masters of blocks of", Block::size(g));
  }
  template <class N>
  static N turns(const Ranks<N>& g) {
    return Block::size(g) - 1;
  }
  template <class N>
  static N turn(const Ranks<N>&, const N&, const N&, const N& j) {
    return j - 1;
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& t, const N& v, const N&) {
    return moves<N>(Block::place(g, v) == t + 1, v, v - (t + 1), 0, 1, t + 1);
  }
  template <class N>
  static N source(const Ranks<N>& g, const N&, const N& t, const N& u) {
    return if_else(
        t < g.p - 1 - u, [&] { return u + (t + 1); }, [] { return N(-1); });
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return of_seat_after<N>(g, j == 0 || (0 < k && Block::place(g, v) == 0 && j < Block::size(g)), v, j);
  }
};

/// In round i every master folds what the i-th of its block has stored. Before it, it has what the first i have
/// contributed, in order.
template <class Block>
struct FoldStored : Local, OverOthers<Block> {
  static Caption caption(const Ranks<Expression>&, const Expression& i) {
    return numbered("masters fold what came from seat +", i);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& i, const N& v) {
    return folds_on<N>(false, Block::place(g, v) == 0 && i < g.p - v, v, v, i, 1, 0);
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& i, const N& v, const N& j) {
    const auto master = Block::place(g, v) == 0;
    const auto stored = of_seat_after<N>(g, master && i <= j && j < Block::size(g), v, j);
    return {(j == 0 && master) || stored.there, chosen<N>(j == 0, v, stored.first),
            chosen<N>(j == 0, v + least(i, g.p - v), stored.end)};
  }
};

/// Every master sends what it has to the others of its block, in turn t to number t + 1.
template <class Block>
struct ReleaseByMasters : Phase, OnceIfOthers<Block> {
  static constexpr bool by_receiver = true;
  static Caption caption(const Ranks<Expression>& g, const Expression&) {
    return numbered("masters release their blocks of", Block::size(g));
  }
  template <class N>
  static N turns(const Ranks<N>& g) {
    return Block::size(g) - 1;
  }
  template <class N>
  static N turn(const Ranks<N>& g, const N&, const N& u, const N&) {
    return Block::place(g, u) - 1;
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& t, const N& u, const N&) {
    return moves<N>(Block::place(g, u) == t + 1, u - (t + 1), u, 0, 1);
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return {j == 0 && (Block::place(g, v) == 0 || 0 < k), v - Block::place(g, v), j};
  }
};

}  // namespace tutti
