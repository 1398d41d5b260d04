// Bruck's allgather (Thakur et al. 2005, 4.1.2): in a copy of the vector, slots p to 2p - 1, a rank collects the blocks
// of the ranks from itself on, round the ring.
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// A block for each rank; slot p + i of rank r is for the block of rank r + i.
struct CopyFromOwn : PerRankTwice {
  static Expression label(const Ranks& g, const Expression& r, const Expression& s) { return wrap_up(r, s - g.p, g.p); }
};

/// Slot p gets the own block.
struct BeginCopy : Local, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "the copy begins with the own block"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(true, v, v, v, 1, g.p);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == v || (0 < k && j == g.p), v, v};
  }
};

/// At the distances d = 1, 2, 4, … every rank sends what it has, or as much as is still missing, to the rank d behind
/// it, which appends it. Before that round, the first d slots of the copy are there: slot p + i came from slot p of the
/// rank i ahead.
struct CollectCopies : Phase, GrowingToP {
  static Caption caption(const Ranks&, const Expression& d) { return numbered("send all there is to rank -", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return moves(true, v, wrap_down(v, d, g.p), g.p, least(d, g.p - d), g.p + d);
  }
  static Expression source(const Ranks& g, const Expression& d, const Expression& u) { return wrap_up(u, d, g.p); }
  static Origin origin(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    const auto copy = g.p <= j;
    return {g.p == 1 || (copy && j - g.p < d),
            if_else(
                copy, [&] { return wrap_up(v, j - g.p, g.p); }, [&] { return v; }),
            chosen(copy, g.p, j)};
  }
};

/// The copy goes into its places in two parts: the blocks from the own one to that of rank p - 1, and those from that
/// of rank 0 on.
struct RotateCopy : Local, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "rotate the blocks into their places"; }
  static Expression parts(const Ranks&) { return 2; }
  static Expression part(const Ranks&, const Expression&, const Expression& v, const Expression& j) {
    return chosen(j < v, 1, 0);
  }
  static Message message(const Ranks& g, const Expression&, const Expression&, const Expression& v,
                         const Expression& i) {
    const auto head = i == 0;
    const Expression not_wrapped = g.p - v;
    return moves(true, v, v,
                 if_else(
                     head, [&] { return g.p; }, [&] { return g.p + not_wrapped; }),
                 chosen(head, not_wrapped, v), chosen(head, v, 0));
  }
  static Expression source(const Ranks&, const Expression&, const Expression&, const Expression& u) { return u; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const auto placed = 0 < k && j < g.p;
    return {placed || (k < 1 && (g.p <= j || g.p == 1)), v,
            if_else(
                placed, [&] { return g.p + wrap_down(j, v, g.p); }, [&] { return j; })};
  }
};

}  // namespace tutti
