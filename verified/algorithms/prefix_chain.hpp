// Prefixes along a chain: rank r - 1 sends to rank r what the ranks below r combine to.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// In round k rank k - 1 sends its prefix to rank k, which appends its own value. Before it, the ranks below k have
/// their prefix.
struct ChainScan : Phase, UpToP<1> {
  static Caption caption(const Ranks&, const Expression& k) { return numbered("the prefix goes on to rank", k); }
  static Message message(const Ranks&, const Expression& k, const Expression& v) {
    return folds(v == k - 1, v, k, 0, 1);
  }
  static Expression source(const Ranks&, const Expression& k, const Expression&) { return k - 1; }
  static Contributions contributions(const Ranks&, const Expression& k, const Expression& v, const Expression&) {
    return {true, chosen(v < k, 0, v), v + 1};
  }
};

/// The own value goes to slot 1, where no prefix takes its place. The last rank needs none.
struct PutAside : Local, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "put the own value aside"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v < g.p - 1, v, v, 0, 1, 1);
  }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 || (0 < k && v < g.p - 1), v, v + 1};
  }
};

/// In the first step of round r the prefix goes on to rank r; in the second, which the last rank does without, rank r
/// appends its own value to it, in slot 1. So slot 0 of the ranks that had their turn has what is below them, and slot
/// 1 what the rank after them gets.
struct ChainExscan : Phase, UpToP<1> {
  static constexpr int steps = 2;
  static Caption caption(const Ranks&, const Expression& r, int h) {
    return numbered(h == 0 ? "the prefix goes on to rank" : "the own value is appended by rank", r);
  }
  static Condition silent(const Ranks& g, const Expression& r, int h) { return h == 1 && r == g.p - 1; }
  static Message message(const Ranks& g, const Expression& r, int h, const Expression& v) {
    if (h == 0) return moves(v == r - 1, v, r, 1, 1, 0);
    return folds_on(true, v == r && r < g.p - 1, v, v, 0, 1, 1);
  }
  static Expression source(const Ranks&, const Expression& r, int h, const Expression&) { return h == 0 ? r - 1 : r; }
  static Contributions contributions(const Ranks& g, const Expression& r, int h, const Expression& v,
                                     const Expression& j) {
    const auto result = j == 0, got = v < r || (h == 1 && v == r);
    return {chosen(result, 0 < v && got, v < g.p - 1), chosen(result || v < r, 0, v), chosen(result, v, v + 1)};
  }
};

}  // namespace tutti
