// What the proofs for all p share where ranks are paired by the bits of their numbers. What is said of their bits is
// asked of bit-vectors; what needs sums and order only, of integers, which is faster.
#pragma once
#include <functional>
#include <string>

#include "verified/algorithms/bits.hpp"
#include "verified/check/smt/all_p/setting.hpp"

namespace tutti::smt {

inline Truth power_of_two(const Term& d) { return 0 < d && (d & (d - 1)) == 0; }

/// p = q + surplus ranks, q the largest power of two that is at most p; one of them is the root.
struct Ranks {
  Term p, q, surplus, root;
};

/// A setting whose ranges are half open, with powers of two where numbers are bit-vectors.
class PairSetting : public Setting {
 public:
  using Setting::Setting;

  /// Any int.
  Term any(const char* name) {
    using limits = std::numeric_limits<int>;
    return number(name, limits::min(), limits::max());
  }
  /// low <= number < end
  Term between(const char* name, const Term& low, const Term& end) {
    const auto n = any(name);
    assume(low <= n && n < end);
    return n;
  }
  /// 0 <= number < end
  Term below_end(const char* name, const Term& end) { return between(name, end.constant(0), end); }
  Term power_of_two(const char* name) {
    const auto d = any(name);
    assume(smt::power_of_two(d));
    return d;
  }
  Term distance(const Term& end) {
    const auto d = power_of_two("d");
    assume(d < end);
    return d;
  }
  /// As integers, q is any number that is neither less than p/2 nor more than p.
  Ranks ranks() {
    const auto p = any("p"), q = numbers() == Numbers::vectors ? power_of_two("q") : any("q");
    assume(1 <= q && q <= p && p - q < q);
    return {p, q, p - q, below_end("root", p)};
  }
};

inline Query query(Numbers numbers, std::string name, std::string states, std::function<Truth(PairSetting&)> claim) {
  return {std::move(name), std::move(states), [numbers, claim = std::move(claim)](z3::context& context) {
            PairSetting s(context, numbers);
            const Truth it = claim(s);
            return s.claim(it);
          }};
}

/// low <= n < end
inline Truth within(const Term& n, const Term& low, const Term& end) { return low <= n && n < end; }

/// The combination first·…·(end - 1) of ranks, in their order.
struct Word {
  Term first, end;
  friend Truth operator==(const Word& a, const Word& b) { return a.first == b.first && a.end == b.end; }
};

/// The word of `count` ranks from rank `first` on.
using WordOf = std::function<Word(const Term& first, const Term& count)>;
inline Word word_of(const Term& first, const Term& count) { return {first, first + count}; }

/// left·right is that word: their ranks lie side by side.
inline Truth joins(const Word& left, const Word& right, const Word& whole) {
  return left.first < left.end && left.end == right.first && right.first < right.end &&
         whole == Word{left.first, right.end};
}

/// Builder::fold of `sent` from rank `from` into `there` at rank `to` makes that word.
inline Truth folds(const Term& from, const Word& sent, const Term& to, const Word& there, const Word& whole) {
  return (from < to && joins(sent, there, whole)) || (to < from && joins(there, sent, whole));
}

/// The distance after d, where all are below `end`.
using Next = std::function<Term(const Term& d, const Term& end)>;
inline Term twice(const Term& d, const Term&) { return d + d; }

}  // namespace tutti::smt
