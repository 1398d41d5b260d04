// What algorithms for powers of two do about other p: of the first 2(p - q) ranks, neighbours 2v and 2v + 1 share seat
// v; one of them hands over what it has before, and is served afterwards.
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// It shares its seat with a neighbour.
template <class N>
Truth<N> is_paired(const Ranks<N>& g, const N& r) {
  return r < g.surplus() + g.surplus();
}

/// q seats, in the order of the ranks, each of which brings along the contributions of its one or two ranks.
struct SharedSeats : InOrder {
  template <class N>
  static Ranks<N> group(const Ranks<N>& g) {
    return {g.q, 0, g.q, g.lg, g.k};
  }
  template <class N>
  static N first(const Ranks<N>& g, const N& v) {
    return if_else(
        v < g.surplus(), [&] { return v + v; }, [&] { return v + g.surplus(); });
  }
  template <class N>
  static N owner(const Ranks<N>& g, const N& c) {
    return if_else(
        is_paired(g, c), [&] { return c / 2; }, [&] { return c - g.surplus(); });
  }
  template <class N>
  static N seat(const Ranks<N>& g, const N& r) {
    return owner(g, r);
  }
};
/// Of two ranks the even one has the seat.
struct EvenStays : SharedSeats {
  template <class N>
  static N rank(const Ranks<N>& g, const N& v) {
    return first(g, v);
  }
};
/// Of two ranks the odd one has the seat.
struct OddStays : SharedSeats {
  template <class N>
  static N rank(const Ranks<N>& g, const N& v) {
    return if_else(
        v < g.surplus(), [&] { return v + v + 1; }, [&] { return v + g.surplus(); });
  }
};

/// Only one, number 0, and none where p is a power of two.
struct OnceIfSurplus : Counting<OnceIfSurplus> {
  template <class N>
  static N begin(const Ranks<N>&) {
    return 0;
  }
  template <class N>
  static N end(const Ranks<N>& g) {
    return chosen<N>(g.q < g.p, 1, 0);
  }
};

/// The surplus, folded away as whole vectors: of each pair one sends everything to the other, and what it has itself is
/// of no more use. The other then has the contributions of both.
template <class Slots, bool odd_stays>
struct FoldSurplus : Phase, OnceIfSurplus {
  static Caption caption(const Ranks<Expression>&, const Expression&) {
    return "surplus ranks send everything to their neighbours and are out";
  }
  template <class N>
  static Truth<N> leaves(const Ranks<N>& g, const N& r) {
    return is_paired(g, r) && r % 2 == (odd_stays ? 0 : 1);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& r) {
    return folds<N>(leaves(g, r), r, odd_stays ? r + 1 : r - 1, 0, Slots::blocks(g));
  }
  template <class N>
  static N source(const Ranks<N>&, const N&, const N& u) {
    return odd_stays ? u - 1 : u + 1;
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& r, const N& j) {
    const auto two = 0 < k && is_paired(g, r) && !leaves(g, r);
    return {j < Slots::blocks(g) && (k < 1 || !leaves(g, r)), chosen(two && odd_stays, r - 1, r),
            if_else(
                two && !odd_stays, [&] { return r + 2; }, [&] { return r + 1; })};
  }
};
/// As before a phase with OddStays, or EvenStays, when the surplus leaves with everything.
template <class Slots>
using OddTakesAll = FoldSurplus<Slots, true>;
template <class Slots>
using EvenTakesAll = FoldSurplus<Slots, false>;

/// The even rank of each pair has the result and sends it to the odd one.
template <class Slots>
struct ServeSurplus : Phase, OnceIfSurplus {
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "surplus ranks get the result"; }
  template <class N>
  static Truth<N> has_left(const Ranks<N>& g, const N& r) {
    return is_paired(g, r) && r % 2 == 1;
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& r) {
    return moves<N>(is_paired(g, r) && r % 2 == 0, r, r + 1, 0, Slots::blocks(g));
  }
  template <class N>
  static N source(const Ranks<N>&, const N&, const N& u) {
    return u - 1;
  }
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& r, const N& j) {
    const auto left = has_left(g, r), served = left && 0 < k;
    return {j < Slots::blocks(g) && (served || !left), chosen(served, r - 1, r), j};
  }
};

}  // namespace tutti
