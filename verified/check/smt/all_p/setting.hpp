// What the statements about all p are made of: numbers in ranges, what is assumed of them, and a claim.
#pragma once
#include <concepts>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "verified/check/smt/term.hpp"

namespace tutti::smt {

/// How the solver takes numbers: linear arithmetic needs integers, bits of numbers need bit-vectors.
enum class Numbers { integers, vectors };

/// Where `a` holds, `b` does.
inline Truth implies(const Truth& a, const Truth& b) { return !a || b; }
/// Where `a` holds, b() does; what b() computes must not overflow there.
template <std::invocable B>
Truth implies(const Truth& a, B b) {
  return implies(a, a.obligations->under(a.value, b));
}
/// Both or neither.
inline Truth same(const Truth& a, const Truth& b) { return {a.value == b.value, a.obligations}; }

/// The free numbers of one statement, all of type int.
class Setting {
 public:
  Setting(z3::context& context, Numbers numbers)
      : context_(context), numbers_(numbers), obligations_(context), assumptions_(context) {}
  Setting(const Setting&) = delete;

  Numbers numbers() const { return numbers_; }

  /// A number with low <= it <= high, each an int or a Term; counterexamples show it.
  template <class Low, class High>
  Term number(const char* name, const Low& low, const High& high) {
    const auto it = numbers_ == Numbers::integers ? Term::integer(context_, name, 32, obligations_)
                                                  : Term::vector(context_, name, 32, obligations_);
    assume(low <= it && it <= high);
    shown_.push_back({name, it.value()});
    return it;
  }
  /// How many ranks there are: 1 <= p < 2^31.
  Term ranks() { return number("p", 1, std::numeric_limits<int>::max()); }
  /// A rank, or anything else below p.
  Term below(const Term& p, const char* name) { return number(name, 0, p - 1); }
  void assume(const Truth& it) { assumptions_.push_back(it.value); }

  /// That it holds, and that no operation on the way overflows.
  Statement claim(const Truth& it) const { return {assumptions_, it.value && obligations_.all(), shown_}; }

 private:
  z3::context& context_;
  Numbers numbers_;
  Obligations obligations_;
  z3::expr_vector assumptions_;
  std::vector<Shown> shown_;
};

/// The query all_p/`name`, which claims what `claim(Setting&)`, a Truth, says.
template <std::invocable<Setting&> F>
Query for_all_p(const std::string& name, std::string states, F claim, Numbers numbers = Numbers::integers) {
  return {"all_p/" + name, std::move(states), [=](z3::context& context) {
            Setting setting(context, numbers);
            const Truth it = claim(setting);
            return setting.claim(it);
          }};
}

/// Those of one, then those of the other.
inline std::vector<Query> joined(std::vector<Query> one, const std::vector<Query>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

}  // namespace tutti::smt
