// Floating-point values by their place in the order, for terms that only compare and choose.
#pragma once
#include <z3++.h>

namespace tutti::op {

/// 0 for both zeros, and as many more or less as there are values between; infinities come last. A NaN is at 0.
struct FloatOrdinal {
  z3::expr order;  ///< an Int
  z3::expr nan, minus_zero;
};

/// Any value of the constant's sort; `bounds` is what makes an ordinal of the three new constants.
FloatOrdinal any_ordinal(const z3::expr& constant, z3::expr_vector& bounds);
/// The ordinal of a floating-point numeral.
FloatOrdinal ordinal_of(const z3::expr& numeral);

FloatOrdinal negated(const FloatOrdinal& a);
FloatOrdinal choose(const z3::expr& condition, const FloatOrdinal& a, const FloatOrdinal& b);

/// The same value: NaN is NaN, and -0 is not +0.
z3::expr same(const FloatOrdinal& a, const FloatOrdinal& b);
// As IEEE 754 compares: NaN is neither less nor equal, and -0 equals +0.
z3::expr less(const FloatOrdinal& a, const FloatOrdinal& b);
z3::expr less_or_equal(const FloatOrdinal& a, const FloatOrdinal& b);
z3::expr equal(const FloatOrdinal& a, const FloatOrdinal& b);

z3::expr is_zero(const FloatOrdinal& a);
z3::expr is_negative(const FloatOrdinal& a);  ///< NaN is not

}  // namespace tutti::op
