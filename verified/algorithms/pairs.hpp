// Seats that pair up by the bits of their numbers, where there are a power of two of them: at distance d = 1, 2, 4, …
// seat v exchanges with seat v xor d, so that each run of d seats meets the other run of d seats in its run of 2d.
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// The first of the d neighbouring seats to which v belongs, d a power of two.
inline Expression first_of_run(const Expression& v, const Expression& d) { return v & ~(d - 1); }

/// The round of number d is that of distance d.
struct ExchangeInPairs : Phase, DoublingToP {
  static Expression source(const Ranks&, const Expression& d, const Expression& u) { return u ^ d; }
  /// The contributions of the run of d seats to which v belongs. (p is no distance, and its bit is not below p.)
  static Contributions of_run(const Ranks& g, const Condition& there, const Expression& v, const Expression& d) {
    const auto all = d == g.p;
    return {there,
            if_else(
                all, [] { return Expression(0); }, [&] { return first_of_run(v, d); }),
            if_else(
                all, [&] { return g.p; }, [&] { return first_of_run(v, d) + d; })};
  }
};

/// Recursive doubling: both fold all that the other has. Before distance d, a seat has the contributions of its run of
/// d seats.
template <class Slots>
struct RecursiveDoubling : ExchangeInPairs {
  static Caption caption(const Ranks&, const Expression& d) { return numbered("exchange and fold, distance", d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(true, v, v ^ d, 0, Slots::blocks(g));
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return of_run(g, j < Slots::blocks(g), v, d);
  }
};

/// Recursive halving, for operators that commute: at distance d, going down, a seat sends the blocks of the other's run
/// of d seats. So before it, the blocks of the own run of 2d seats have the contributions of those seats that end with
/// the same bits below 2d.
struct RecursiveHalving : ExchangeInPairs {
  static constexpr bool backwards = true;
  static Caption caption(const Ranks&, const Expression& d) {
    return numbered("send what the other half needs and fold, distance", d);
  }
  static Message message(const Ranks&, const Expression& d, const Expression& v) {
    return folds(true, v, v ^ d, first_of_run(v ^ d, d), d);
  }
  static Members members(const Ranks& g, const Expression& d, const Expression& v, const Expression& j,
                         const Expression& c) {
    return {d == g.p || first_of_run(j, d) == first_of_run(v, d), ((c ^ v) & (d - 1)) == 0};
  }
};

/// Recursive doubling that leaves out what nobody needs: a seat sends all but the blocks of its own run of d seats, in
/// two parts, those below the run and those above it. Before distance d, the own block and those of the seats outside
/// the run have the contributions of the run; the others have something.
struct ExchangeAllButOwnRun : ExchangeInPairs {
  static Caption caption(const Ranks&, const Expression& d) {
    return numbered("exchange all but the blocks of the own group and fold, distance", d);
  }
  static Expression parts(const Ranks&) { return 2; }
  static Expression part(const Ranks&, const Expression& d, const Expression& u, const Expression& j) {
    return chosen(j < first_of_run(u ^ d, d), 0, 1);
  }
  static Message message(const Ranks& g, const Expression& d, const Expression&, const Expression& v,
                         const Expression& i) {
    const Expression run = first_of_run(v, d);
    const auto below = i == 0;
    return folds(true, v, v ^ d,
                 if_else(
                     below, [] { return Expression(0); }, [&] { return run + d; }),
                 if_else(
                     below, [&] { return run; }, [&] { return g.p - (run + d); }));
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    auto run = of_run(g, true, v, d);
    run.known = j == v || (d < g.p && first_of_run(j, d) != first_of_run(v, d));
    return run;
  }
};

}  // namespace tutti
