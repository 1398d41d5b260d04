// Prefixes by recursive doubling: pairs at distance 1, 2, 4, … exchange the sums of their runs of ranks; the upper rank
// of a pair also folds the sum of the lower run into its prefix. For any p: a rank without a partner sits the round
// out.
#pragma once
#include "verified/algorithms/pairs.hpp"

namespace tutti {

/// Slot 0 has the prefix, slot 1 the sum of a run of ranks, and what arrives lands in slot 2.
struct PrefixAndSum : Whole {
  static Expression extra(const Ranks& g) { return chosen(1 < g.p, 2, 0); }
};

/// The sum of the run of one rank is what it has itself.
struct BeginSum : Local, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "every rank begins a sum with its own value"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(true, v, v, 0, 1, 1); }
  static Contributions contributions(const Ranks&, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 || (0 < k && j == 1), v, v + 1};
  }
};

/// At distance d, in the first step the ranks exchange their sums: the lower one folds what comes, the upper one lets
/// it land. In the second step the upper one folds it into its prefix and into its sum, which are the two parts of what
/// it sends to itself. Where the own value is no part of the prefix (`own_too` is false), the first thing that arrives
/// from below takes the place of the prefix instead of being folded into it.
template <bool own_too>
struct PrefixDoubling : Phase, DoublingToP {
  static constexpr int steps = 2;
  static Caption caption(const Ranks&, const Expression& d, int h) {
    return numbered(h == 0 ? "exchange sums, distance" : "the upper ranks fold what has arrived from distance", d);
  }
  static Expression parts(const Ranks&) { return 2; }
  static Expression part(const Ranks&, const Expression&, int h, const Expression&, const Expression& j) {
    return chosen(h == 1 && j == 1, 1, 0);
  }
  /// Whether the prefix of v has still to begin: nothing has come from below the run of d ranks that begins with it.
  static Condition is_first(const Expression& v, const Expression& d) { return !own_too && (v & (d - 1)) == 0; }
  static Expression lands(const Expression& v, const Expression& d) { return chosen(is_first(v, d), 0, 2); }
  static Message message(const Ranks& g, const Expression& d, int h, const Expression&, const Expression& v,
                         const Expression& i) {
    const Expression to = v ^ d;
    const auto down = to < v;
    if (h == 0) return {i == 0 && to < g.p, v, to, 1, 1, chosen(down, 1, lands(to, d)), !down, false};
    return folds_on(true, (v & d) != 0 && (i == 1 || !is_first(v, d)), v, v, lands(v, d), 1, i);
  }
  static Expression source(const Ranks&, const Expression& d, int h, const Expression&, const Expression& u) {
    return h == 0 ? u ^ d : u;
  }

  /// Before the first step, slot 0 has the ranks of the run of d ranks up to v, and slot 1 has the run, where all its
  /// ranks exist. After it, so does what has landed with the lower run, and the lower ranks have the sum of both.
  static Contributions contributions(const Ranks& g, const Expression& d, int h, const Expression& v,
                                     const Expression& j) {
    const auto upper = (v & d) != 0, arrived = h == 1 && upper, joined = h == 1 && !upper;
    const Expression run = if_else(
        d == g.p, [] { return Expression(0); }, [&] { return first_of_run(v, d); });
    const Expression last = chosen(joined, last_of_run(v, d) | d, last_of_run(v, d));
    const auto begun = !(!own_too && v == run), complete = d != g.p && last < g.p;
    const auto from_below = arrived && !begun;  // and took the place of the prefix
    const Expression own_end = if_else(
        begun && !own_too, [&] { return v; }, [&] { return v + 1; });
    const auto prefix = j == 0, sum = j == 1;
    const auto lower = [&] { return run - d; };
    const auto is_run = [&] { return run; };
    return {
        prefix || sum || (arrived && begun),
        if_else(
            prefix, [&] { return if_else(from_below, lower, is_run); }, [&] { return if_else(sum, is_run, lower); }),
        if_else(
            prefix, [&] { return chosen(from_below, run, own_end); },
            [&] {
              const auto end = [&] {
                return if_else(
                    complete, [&] { return last + 1; }, [&] { return v; });
              };
              return if_else(sum, end, is_run);
            }),
        !sum || complete};
  }

 private:
  static Expression last_of_run(const Expression& v, const Expression& d) { return v | (d - 1); }
};

}  // namespace tutti
