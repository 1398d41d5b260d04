// Solver terms that stand for the integers of arithmetic that runs (verified/schedule/arithmetic.hpp).
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "verified/check/smt/statement.hpp"

namespace tutti::smt {

/// What must hold so that the C++ operations that were written down as terms do not overflow (or divide by zero), each
/// under the conditions of the branches that it stands in.
class Obligations {
 public:
  explicit Obligations(z3::context& context) : all_(context), path_(context.bool_val(true)) {}
  void note(const z3::expr& must_hold) { all_.push_back(z3::implies(path_, must_hold)); }
  /// All noted so far.
  z3::expr all() const { return all_of(all_); }
  /// The code checks this here and throws where it does not hold: what follows is under that condition.
  void checked(const z3::expr& holds) { path_ = path_ && holds; }
  /// The conditions at this point.
  const z3::expr& path() const { return path_; }
  /// Calls f() with `condition` added to the conditions.
  template <class F>
  auto under(const z3::expr& condition, F f) {
    const auto before = path_;
    path_ = before && condition;
    auto result = f();
    path_ = before;
    return result;
  }

 private:
  z3::expr_vector all_;
  z3::expr path_;
};

/// A condition on terms.
struct Truth {
  z3::expr value;
  Obligations* obligations;

  friend Truth operator&&(const Truth& a, const Truth& b) { return {a.value && b.value, a.obligations}; }
};

/// Stands for a signed C++ integer of so many bits, by an integer of the solver. The operations are those of C++ where
/// no obligation is broken.
class Term {
 public:
  static Term integer(z3::context& context, const char* name, int bits, Obligations& o) {
    return {context.int_const(name), bits, &o};
  }

  const z3::expr& value() const { return value_; }
  /// The values of the C++ type.
  z3::expr in_range() const { return in_range(value_); }

  friend Term operator+(const Term& a, const Term& b) { return a.made(a.value_ + b.value_); }
  friend Term operator-(const Term& a, const Term& b) { return a.made(a.value_ - b.value_); }
  friend Term operator*(const Term& a, const Term& b) { return a.made(a.value_ * b.value_); }
  /// For a >= 0 and b > 0, which is an obligation: there C++ and the solver round alike.
  friend Term operator/(const Term& a, const Term& b) {
    a.obligations_->note(a.value_ >= 0 && b.value_ > 0);
    return {a.value_ / b.value_, a.bits_, a.obligations_};
  }
  friend Term operator%(const Term& a, const Term& b) {
    a.obligations_->note(a.value_ >= 0 && b.value_ > 0);
    return {z3::mod(a.value_, b.value_), a.bits_, a.obligations_};
  }
  /// As those of verified/schedule/extent.hpp, which throw where the result does not fit.
  friend Term checked_sum(const Term& a, const Term& b) { return a.checked(a.value_ + b.value_); }
  friend Term checked_sum(const Term& a, int b) { return checked_sum(a, a.constant(b)); }
  friend Term checked_difference(const Term& a, const Term& b) { return a.checked(a.value_ - b.value_); }
  friend Term checked_product(const Term& a, const Term& b) { return a.checked(a.value_ * b.value_); }
  /// A conversion to int, which must not change the value.
  friend Term as_int(const Term& a) {
    const Term narrow{a.value_, 32, a.obligations_};
    a.obligations_->note(narrow.in_range());
    return narrow;
  }

  friend Truth operator<(const Term& a, const Term& b) { return {a.value_ < b.value_, a.obligations_}; }
  friend Truth operator<=(const Term& a, const Term& b) { return {a.value_ <= b.value_, a.obligations_}; }
  friend Truth operator>(const Term& a, const Term& b) { return {a.value_ > b.value_, a.obligations_}; }
  friend Truth operator>=(const Term& a, const Term& b) { return {a.value_ >= b.value_, a.obligations_}; }
  friend Truth operator==(const Term& a, const Term& b) { return {a.value_ == b.value_, a.obligations_}; }
  friend Truth operator!=(const Term& a, const Term& b) { return {a.value_ != b.value_, a.obligations_}; }

#define TUTTI_WITH_CONSTANT(op)                                                \
  friend auto operator op(const Term& a, int b) { return a op a.constant(b); } \
  friend auto operator op(int a, const Term& b) { return b.constant(a) op b; }
  TUTTI_WITH_CONSTANT(+)
  TUTTI_WITH_CONSTANT(-)
  TUTTI_WITH_CONSTANT(*)
  TUTTI_WITH_CONSTANT(/)
  TUTTI_WITH_CONSTANT(%)
  TUTTI_WITH_CONSTANT(<)
  TUTTI_WITH_CONSTANT(<=)
  TUTTI_WITH_CONSTANT(>)
  TUTTI_WITH_CONSTANT(>=)
  TUTTI_WITH_CONSTANT(==)
  TUTTI_WITH_CONSTANT(!=)
#undef TUTTI_WITH_CONSTANT

  Term constant(std::int64_t n) const { return {value_.ctx().int_val(n), bits_, obligations_}; }

  template <class Then, class Otherwise>
  friend Term if_else(const Truth& it_is, Then then, Otherwise otherwise);

 private:
  Term(z3::expr value, int bits, Obligations* o) : value_(std::move(value)), bits_(bits), obligations_(o) {}

  z3::expr in_range(const z3::expr& e) const {
    auto& context = e.ctx();
    using limits = std::numeric_limits<std::int64_t>;
    return context.int_val(limits::min() >> (64 - bits_)) <= e && e <= context.int_val(limits::max() >> (64 - bits_));
  }
  Term checked(z3::expr result) const {
    obligations_->checked(in_range(result));
    return {std::move(result), bits_, obligations_};
  }
  Term made(z3::expr result) const {
    obligations_->note(in_range(result));
    return {std::move(result), bits_, obligations_};
  }

  z3::expr value_;
  int bits_;
  Obligations* obligations_;
};

/// As for integers, with the obligations of each side under its condition.
template <class Then, class Otherwise>
Term if_else(const Truth& it_is, Then then, Otherwise otherwise) {
  auto& o = *it_is.obligations;
  const Term a = o.under(it_is.value, then), b = o.under(!it_is.value, otherwise);
  return {z3::ite(it_is.value, a.value_, b.value_), a.bits_, &o};
}

/// As for bool: what the second one notes is under the condition of the first.
template <class Second>
Truth and_then(const Truth& first, Second second) {
  return first && first.obligations->under(first.value, second);
}

}  // namespace tutti::smt
