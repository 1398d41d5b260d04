// Floating-point values by their place in the order, for terms that only compare and choose.
#pragma once
#include <z3++.h>

namespace tutti::op {

/// 0 for both zeros, and as many more or less as there are values between; infinities come last. A NaN is at 0.
struct Place {
  z3::expr order;  ///< an Int
  z3::expr nan, minus_zero;
};

/// Any value of the constant's sort; `bounds` is what makes a place of the three new constants.
Place any_place(const z3::expr& constant, z3::expr_vector& bounds);
/// Of a floating-point numeral.
Place place_of(const z3::expr& numeral);

Place negated(const Place& a);
Place choose(const z3::expr& condition, const Place& a, const Place& b);

/// The same value: NaN is NaN, and -0 is not +0.
z3::expr same(const Place& a, const Place& b);
// As IEEE 754 compares: NaN is neither less nor equal, and -0 equals +0.
z3::expr less(const Place& a, const Place& b);
z3::expr less_or_equal(const Place& a, const Place& b);
z3::expr equal(const Place& a, const Place& b);

z3::expr is_zero(const Place& a);
z3::expr is_negative(const Place& a);  ///< NaN is not

}  // namespace tutti::op
