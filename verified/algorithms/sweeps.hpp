// Prefixes by sweeping up and down a binomial tree (Brent and Kung, A regular layout for parallel adders, IEEE Trans.
// Computers, 1982). Only neighbouring runs of seats are combined.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// The bits of v up to d.
inline Expression bits_up_to(const Expression& v, const Expression& d) { return v & (d + (d - 1)); }
inline Expression lowest_bit(const Expression& n) { return n & (0 - n); }

/// The distances d = 1, 2, 4, … <= p/2, and then q; of no rank or one, none.
struct DoublingToHalf {
  static Expression first(const Ranks&) { return 1; }
  static Condition more(const Ranks& g, const Expression& d) { return d <= g.p / 2; }
  static Expression next(const Ranks&, const Expression& d) { return d + d; }
  static Condition reached(const Ranks& g, const Expression& d) { return one_bit(d) && (d == 1 || d <= g.q); }
  static Expression last(const Ranks& g) { return chosen(g.q == 0, 1, g.q); }
};

/// At distance d the last seat of each run of 2d seats folds the sum of the lower half. Before that round, a seat has
/// the sum of the seats that end with it: as many as the lowest bit of its number, from 1 on, but at most d.
struct SweepUp : Phase, DoublingToHalf {
  static Caption caption(const Ranks&, const Expression& d) { return numbered("sweep up, distance", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(bits_up_to(v, d) == d - 1 && d < g.p - v, v, v + d, 0, 1);
  }
  static Expression source(const Ranks&, const Expression& d, const Expression& u) { return u - d; }
  static Contributions contributions(const Ranks&, const Expression& d, const Expression& v, const Expression& j) {
    return {j == 0, v + 1 - least(lowest_bit(v + 1), d), v + 1};
  }
};

/// The distances d = 1, 2, 4, … <= p/3, and then the one after them.
struct DoublingToThird {
  static Expression first(const Ranks&) { return 1; }
  static Condition more(const Ranks& g, const Expression& d) { return d <= g.p / 3; }
  static Expression next(const Ranks&, const Expression& d) { return d + d; }
  static Condition reached(const Ranks& g, const Expression& d) { return one_bit(d) && (d == 1 || d / 2 <= g.p / 3); }
  static Expression last(const Ranks& g) {
    return if_else(
        g.q <= 1, [] { return Expression(1); }, [&] { return chosen(g.q / 2 <= g.p / 3, g.q, g.q / 2); });
  }
};

/// Back from the largest distance: the last seat of each run of 2d seats, whose prefix is complete by then, sends it to
/// the seat d above, which lacks just that. Before that round, the seats whose number, from 1 on, is a multiple of 2d
/// have their prefix, and the others the sum that the sweep up has left them with.
struct SweepDown : Phase, DoublingToThird {
  static constexpr bool backwards = true;
  static Caption caption(const Ranks&, const Expression& d) { return numbered("sweep down, distance", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(bits_up_to(v, d) == d + (d - 1) && d < g.p - v, v, v + d, 0, 1);
  }
  static Expression source(const Ranks&, const Expression& d, const Expression& u) { return u - d; }
  static Contributions contributions(const Ranks&, const Expression& d, const Expression& v, const Expression& j) {
    const Expression n = v + 1;
    return {j == 0, if_else((n & (d - 1)) == 0, [] { return Expression(0); }, [&] { return n - lowest_bit(n); }), n};
  }
};

/// Seat v is rank v + 1: rank 0 has none.
struct ButFirst : InOrder {
  static Ranks group(const Ranks& g) {
    const auto whole = g.p == g.q;
    return {g.p - 1, 0, chosen(whole, g.q / 2, g.q), chosen(whole, g.lg - 1, g.lg), g.k};
  }
  static Expression rank(const Ranks&, const Expression& v) { return v + 1; }
  static Expression seat(const Ranks&, const Expression& r) { return r - 1; }
};

/// Every rank but the last sends its value to the rank above, where it lands in slot 1.
struct SendUp : Phase, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "send the own value one rank up"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v < g.p - 1, v, v + 1, 0, 1, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return u - 1; }
  static Origin origin(const Ranks&, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 || (0 < k && 0 < v), chosen(j == 0, v, v - 1), 0};
  }
};

/// What has landed goes to slot 0, but at rank 0, where nothing has.
struct TakePlace : Local, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "it takes the place of the value there"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(0 < v, v, v, 1, 1, 0); }
  static Origin origin(const Ranks&, const Expression& k, const Expression& v, const Expression& j) {
    const auto landed = j == 1;
    return {(landed && 0 < v && k < 1) || (!landed && (v == 0 || 0 < k)), v, chosen(0 < v, 1, 0)};
  }
};

}  // namespace tutti
