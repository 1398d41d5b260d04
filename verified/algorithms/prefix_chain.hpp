// Prefixes along a chain: rank r - 1 sends to rank r what the ranks below r combine to.
#pragma once
#include "verified/algorithms/rounds.hpp"

namespace tutti {

/// In round k rank k - 1 sends its prefix to rank k, which appends its own value. Before it, the ranks below k have
/// their prefix.
struct ChainScan : Phase, UpToP<1> {
  static Caption caption(const Ranks<Expression>&, const Expression& k) {
    return numbered("the prefix goes on to rank", k);
  }
  template <class N>
  static Message<N> message(const Ranks<N>&, const N& k, const N& v) {
    return folds<N>(v == k - 1, v, k, 0, 1);
  }
  template <class N>
  static N source(const Ranks<N>&, const N& k, const N&) {
    return k - 1;
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>&, const N& k, const N& v, const N&) {
    return {true, chosen<N>(v < k, 0, v), v + 1};
  }
};

/// The own value goes to slot 1, where no prefix takes its place. The last rank needs none.
struct PutAside : Local, OnceIfMany {
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "put the own value aside"; }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& v) {
    return moves<N>(v < g.p - 1, v, v, 0, 1, 1);
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return {j == 0 || (0 < k && v < g.p - 1), v, v + 1};
  }
};

/// In the first step of round r the prefix goes on to rank r; in the second, which the last rank does without, rank r
/// appends its own value to it, in slot 1. So slot 0 of the ranks that had their turn has what is below them, and slot
/// 1 what the rank after them gets.
struct ChainExscan : Phase, UpToP<1> {
  static constexpr int steps = 2;
  static Caption caption(const Ranks<Expression>&, const Expression& r, int h) {
    return numbered(h == 0 ? "the prefix goes on to rank" : "the own value is appended by rank", r);
  }
  template <class N>
  static Truth<N> silent(const Ranks<N>& g, const N& r, int h) {
    return h == 1 && r == g.p - 1;
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& r, int h, const N& v) {
    if (h == 0) return moves<N>(v == r - 1, v, r, 1, 1, 0);
    return folds_on<N>(true, v == r && r < g.p - 1, v, v, 0, 1, 1);
  }
  template <class N>
  static N source(const Ranks<N>&, const N& r, int h, const N&) {
    return h == 0 ? r - 1 : r;
  }
  template <class N>
  static Contributions<N> contributions(const Ranks<N>& g, const N& r, int h, const N& v, const N& j) {
    const auto result = j == 0, got = v < r || (h == 1 && v == r);
    return {chosen<Truth<N>>(result, 0 < v && got, v < g.p - 1), chosen<N>(result || v < r, 0, v),
            chosen(result, v, v + 1)};
  }
};

}  // namespace tutti
