// Seats that pair up by the bits of their numbers, where there are a power of two of them: at distance d = 1, 2, 4, …
// seat v exchanges with seat v xor d, so that each run of d seats meets the other run of d seats in its run of 2d.
#pragma once
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/slots.hpp"

namespace tutti {

/// The first of the d neighbouring seats to which v belongs, d a power of two.
template <class N>
N first_of_run(const N& v, const N& d) {
  return v & ~(d - 1);
}

/// The round of number d is that of distance d.
struct ExchangeInPairs : Phase, DoublingToP {
  template <class N>
  static N source(const Ranks<N>&, const N& d, const N& u) {
    return u ^ d;
  }
  /// The contributions of the run of d seats to which v belongs. (p is no distance, and its bit is not below p.)
  template <class N>
  static Contributions<N> of_run(const Ranks<N>& g, const Truth<N>& there, const N& v, const N& d) {
    const auto all = d == g.p;
    return {there,
            if_else(
                all, [] { return N(0); }, [&] { return first_of_run(v, d); }),
            if_else(
                all, [&] { return g.p; }, [&] { return first_of_run(v, d) + d; })};
  }
};

/// Recursive doubling: both fold all that the other has. Before distance d, a seat has the contributions of its run of
/// d seats.
template <class Slots>
struct RecursiveDoubling : ExchangeInPairs {
  static Caption caption(const Ranks<Expression>&, const Expression& d) {
    return numbered("exchange and fold, distance", d);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& d, const N& v) {
    return folds<N>(true, v, v ^ d, 0, Slots::blocks(g));
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    return of_run<N>(g, j < Slots::blocks(g), v, d);
  }
};

/// Recursive halving, for operators that commute: at distance d, going down, a seat sends the blocks of the other's run
/// of d seats. So before it, the blocks of the own run of 2d seats have the contributions of those seats that end with
/// the same bits below 2d.
struct RecursiveHalving : ExchangeInPairs {
  static constexpr bool backwards = true;
  static Caption caption(const Ranks<Expression>&, const Expression& d) {
    return numbered("send what the other half needs and fold, distance", d);
  }
  template <class N>
  static Message<N> message(const Ranks<N>&, const N& d, const N& v) {
    return folds<N>(true, v, v ^ d, first_of_run(v ^ d, d), d);
  }
  template <class N>
  static Members<N> members(const Ranks<N>& g, const N& d, const N& v, const N& j, const N& c) {
    return {d == g.p || first_of_run(j, d) == first_of_run(v, d), ((c ^ v) & (d - 1)) == 0};
  }
};

/// Recursive doubling that leaves out what nobody needs: a seat sends all but the blocks of its own run of d seats, in
/// two parts, those below the run and those above it. Before distance d, the own block and those of the seats outside
/// the run have the contributions of the run; the others have something.
struct ExchangeAllButOwnRun : ExchangeInPairs {
  static Caption caption(const Ranks<Expression>&, const Expression& d) {
    return numbered("exchange all but the blocks of the own group and fold, distance", d);
  }
  template <class N>
  static N parts(const Ranks<N>&) {
    return 2;
  }
  template <class N>
  static N part(const Ranks<N>&, const N& d, const N& u, const N& j) {
    return chosen<N>(j < first_of_run(u ^ d, d), 0, 1);
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& d, const N&, const N& v, const N& i) {
    const N run = first_of_run(v, d);
    const auto below = i == 0;
    return folds<N>(true, v, v ^ d,
                    if_else(
                        below, [] { return N(0); }, [&] { return run + d; }),
                    if_else(
                        below, [&] { return run; }, [&] { return g.p - (run + d); }));
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& d, const N& v, const N& j) {
    auto run = of_run<N>(g, true, v, d);
    run.known = j == v || (d < g.p && first_of_run(j, d) != first_of_run(v, d));
    return run;
  }
};

}  // namespace tutti
