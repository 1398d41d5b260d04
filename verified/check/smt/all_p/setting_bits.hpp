// What the proofs for all p share where ranks are paired by the bits of their numbers. Numbers are C++ ints. What is
// said of their bits is asked of bit-vectors; what needs sums and order only, of integers, which is faster.
#pragma once
#include <functional>
#include <string>

#include "verified/algorithms/bits.hpp"
#include "verified/check/smt/query.hpp"
#include "verified/check/smt/term.hpp"

namespace tutti::smt {

inline Truth power_of_two(const Term& d) { return 0 < d && (d & (d - 1)) == 0; }

/// p = q + surplus ranks, q the largest power of two that is at most p; one of them is the root.
struct Ranks {
  Term p, q, surplus, root;
};

enum class As { bits, integers };

/// The constants of a statement, what is assumed of them, and the obligations of the arithmetic on them.
class Setting {
 public:
  Setting(z3::context& context, As as) : as_(as), obligations_(context), assumptions_(context) {}
  Setting(const Setting&) = delete;

  /// Any int. A counterexample shows it by that name.
  Term number(const char* name) {
    auto& context = assumptions_.ctx();
    const auto n = as_ == As::bits ? Term::vector(context, name, 32, obligations_)
                                   : Term::integer(context, name, 32, obligations_);
    assumptions_.push_back(n.in_range());
    shown_.push_back({name, n.value()});
    return n;
  }
  void assume(const Truth& t) { assumptions_.push_back(t.value); }

  /// low <= number < end
  Term number(const char* name, const Term& low, const Term& end) {
    const auto n = number(name);
    assume(low <= n && n < end);
    return n;
  }
  Term number(const char* name, const Term& end) { return number(name, end.constant(0), end); }
  Term power_of_two(const char* name) {
    const auto d = number(name);
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
    const auto p = number("p"), q = as_ == As::bits ? power_of_two("q") : number("q");
    assume(1 <= q && q <= p && p - q < q);
    return {p, q, p - q, number("root", p)};
  }

  /// `claim`, and that no arithmetic overflows.
  Statement statement(const Truth& claim) const { return {assumptions_, claim.value && obligations_.all(), shown_}; }

 private:
  As as_;
  Obligations obligations_;
  z3::expr_vector assumptions_;
  std::vector<Shown> shown_;
};

inline Query query(As as, std::string name, std::string states, std::function<Truth(Setting&)> claim) {
  return {std::move(name), std::move(states), [as, claim = std::move(claim)](z3::context& context) {
            Setting s(context, as);
            return s.statement(claim(s));
          }};
}

/// b() holds where a does; there its arithmetic must not overflow.
template <class F>
Truth implies(const Truth& a, F b) {
  return !a || a.obligations->under(a.value, b);
}

/// low <= n < end
inline Truth within(const Term& n, const Term& low, const Term& end) { return low <= n && n < end; }

/// The combination first·…·(end - 1) of ranks, in their order.
struct Word {
  Term first, end;
  friend Truth operator==(const Word& a, const Word& b) { return a.first == b.first && a.end == b.end; }
};

/// left·right is that word: their ranks lie side by side.
inline Truth joins(const Word& left, const Word& right, const Word& whole) {
  return left.first < left.end && left.end == right.first && right.first < right.end &&
         whole == Word{left.first, right.end};
}

/// Builder::fold of `sent` from rank `from` into `there` at rank `to` makes that word.
inline Truth folds(const Term& from, const Word& sent, const Term& to, const Word& there, const Word& whole) {
  return (from < to && joins(sent, there, whole)) || (to < from && joins(there, sent, whole));
}

}  // namespace tutti::smt
