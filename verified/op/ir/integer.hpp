// Integer operations on terms. Numbers of one bit are Booleans.
#pragma once
#include "verified/op/ir/machine.hpp"

namespace tutti::op::ir::integer {

enum class Operation { add, subtract, multiply, divide, remainder, shift_left, shift_right, bit_and, bit_or, bit_xor };

/// For divisions and right shifts `is_signed` says which one is meant.
z3::expr compute(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b);
/// When an addition, subtraction or multiplication leaves the range.
z3::expr overflows(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b);
/// When a division, a remainder or a shift is undefined.
z3::expr is_undefined(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b);
/// By whose rules a signed shift to the left is undefined where numbers are negative or become too large.
enum class ShiftRules {
  c,   ///< where the result is not representable in its type (C17, 6.5.7p4)
  cxx  ///< where it is not in the unsigned one (C++17, [expr.shift] p2)
};
z3::expr is_undefined_shift(ShiftRules rules, const z3::expr& a, const z3::expr& b);

z3::expr less(bool is_signed, const z3::expr& a, const z3::expr& b);
/// Cut off or extended to so many bits.
z3::expr resize(const z3::expr& a, unsigned bits, bool is_signed);

z3::expr is_zero(const z3::expr& a);
z3::expr zero_like(const z3::expr& a);
z3::expr count_ones(const z3::expr& a);
z3::expr leading_zeros(const z3::expr& a);
z3::expr trailing_zeros(const z3::expr& a);
z3::expr swap_bytes(const z3::expr& a);
/// The number in range that is nearest to the sum or difference.
z3::expr saturated(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b);

}  // namespace tutti::op::ir::integer
