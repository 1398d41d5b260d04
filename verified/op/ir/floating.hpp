// Floating-point operations on terms: of IEEE 754, rounded to nearest, or of real numbers, by the terms' sort.
#pragma once
#include "verified/op/ir/machine.hpp"

namespace tutti::op::ir::floating {

z3::expr add(const z3::expr& a, const z3::expr& b);
z3::expr subtract(const z3::expr& a, const z3::expr& b);
z3::expr multiply(const z3::expr& a, const z3::expr& b);
z3::expr divide(const z3::expr& a, const z3::expr& b);
z3::expr fused(const z3::expr& a, const z3::expr& b, const z3::expr& c);  ///< a·b + c, rounded once
z3::expr negate(const z3::expr& a);
z3::expr absolute(const z3::expr& a);

z3::expr equal(const z3::expr& a, const z3::expr& b);  ///< C's ==
z3::expr less(const z3::expr& a, const z3::expr& b);
z3::expr less_equal(const z3::expr& a, const z3::expr& b);
z3::expr is_nan(const z3::expr& a);
z3::expr is_infinite(const z3::expr& a);
z3::expr is_negative(const z3::expr& a);  ///< the sign bit of what is no NaN

/// To an integer value by IEEE's roundings; `ties_even` is rint's.
enum class Rounding { down, up, to_zero, ties_even, ties_away };
z3::expr round(const z3::expr& a, Rounding rounding);

/// A literal of the sort; `value` is exact in it.
z3::expr literal(const z3::sort& sort, double value);
/// The number of another format, or of an integer.
z3::expr to_format(const z3::expr& a, const z3::sort& sort);
z3::expr from_integer(const z3::expr& bits, bool is_signed, const z3::sort& sort);
/// The integer without the fraction, where it has as many bits; fault otherwise.
Value to_integer(Machine& machine, const Value& value, bool is_signed, unsigned bits);

/// What is not a function of the operands' values alone is opaque.
Value square_root(Machine& machine, const Value& a);
Value quotient(const Value& a, const Value& b);
Value copy_sign(const Value& a, const Value& b);
Value minimum(const Value& a, const Value& b);  ///< C's fmin
Value maximum(const Value& a, const Value& b);

/// An unknown function of that name: the same results for the same operands.
Value uninterpreted(Machine& machine, const std::string& name, const std::vector<Value>& arguments,
                    const z3::sort& result);

}  // namespace tutti::op::ir::floating
