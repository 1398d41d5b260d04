// What algorithms for powers of two do about other p: of the first 2(p - q) ranks, neighbours 2v and 2v + 1 share seat
// v; one of them hands over what it has before, and is served afterwards.
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// It shares its seat with a neighbour.
inline Condition is_paired(const Ranks& g, const Expression& r) { return r < g.surplus() + g.surplus(); }

/// q seats, in the order of the ranks, each of which brings along the contributions of its one or two ranks.
struct SharedSeats : InOrder {
  static Ranks group(const Ranks& g) { return {g.q, 0, g.q, g.lg, g.k}; }
  static Expression first(const Ranks& g, const Expression& v) {
    return if_else(
        v < g.surplus(), [&] { return v + v; }, [&] { return v + g.surplus(); });
  }
  static Expression owner(const Ranks& g, const Expression& c) {
    return if_else(
        is_paired(g, c), [&] { return c / 2; }, [&] { return c - g.surplus(); });
  }
  static Expression seat(const Ranks& g, const Expression& r) { return owner(g, r); }
};
/// The even one of two ranks has the seat.
struct EvenStays : SharedSeats {
  static Expression rank(const Ranks& g, const Expression& v) { return first(g, v); }
};
/// The odd one of two ranks has the seat.
struct OddStays : SharedSeats {
  static Expression rank(const Ranks& g, const Expression& v) {
    return if_else(
        v < g.surplus(), [&] { return v + v + 1; }, [&] { return v + g.surplus(); });
  }
};

/// Only one, number 0, and none where p is a power of two.
struct OnceIfSurplus : Counting<OnceIfSurplus> {
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) { return chosen(g.q < g.p, 1, 0); }
};

/// The surplus, folded away as whole vectors: of each pair one sends everything to the other, and what it has itself is
/// of no more use. The other then has the contributions of both.
template <class Slots, bool odd_stays>
struct FoldSurplus : Phase, OnceIfSurplus {
  static Caption caption(const Ranks&, const Expression&) {
    return "surplus ranks send everything to their neighbours and are out";
  }
  static Condition leaves(const Ranks& g, const Expression& r) {
    return is_paired(g, r) && r % 2 == (odd_stays ? 0 : 1);
  }
  static Message message(const Ranks& g, const Expression&, const Expression& r) {
    return folds(leaves(g, r), r, odd_stays ? r + 1 : r - 1, 0, Slots::blocks(g));
  }
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return odd_stays ? u - 1 : u + 1; }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& r, const Expression& j) {
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
  static Caption caption(const Ranks&, const Expression&) { return "surplus ranks get the result"; }
  static Condition has_left(const Ranks& g, const Expression& r) { return is_paired(g, r) && r % 2 == 1; }
  static Message message(const Ranks& g, const Expression&, const Expression& r) {
    return moves(is_paired(g, r) && r % 2 == 0, r, r + 1, 0, Slots::blocks(g));
  }
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return u - 1; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& r, const Expression& j) {
    const auto left = has_left(g, r), served = left && 0 < k;
    return {j < Slots::blocks(g) && (served || !left), chosen(served, r - 1, r), j};
  }
};

}  // namespace tutti
