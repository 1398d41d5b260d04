#include "verified/op/ir/integer.hpp"

#include <algorithm>
#include <bit>

namespace tutti::op::ir::integer {

namespace {

unsigned width_of(const z3::expr& a) { return a.is_bool() ? 1 : a.get_sort().bv_size(); }
z3::expr bits(const z3::expr& like, std::uint64_t value) { return like.ctx().bv_val(value, width_of(like)); }

z3::expr smallest(const z3::expr& like) { return z3::shl(bits(like, 1), bits(like, width_of(like) - 1)).simplify(); }

z3::expr compute_bits(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b) {
  switch (operation) {
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return is_signed ? a / b : z3::udiv(a, b);
    case Operation::remainder: return is_signed ? z3::srem(a, b) : z3::urem(a, b);
    case Operation::shift_left: return z3::shl(a, b);
    case Operation::shift_right: return is_signed ? z3::ashr(a, b) : z3::lshr(a, b);
    case Operation::bit_and: return a & b;
    case Operation::bit_or: return a | b;
    case Operation::bit_xor: break;
  }
  return a ^ b;
}

z3::expr on_truths(Operation operation, const z3::expr& a, const z3::expr& b) {
  switch (operation) {
    case Operation::bit_and:
    case Operation::multiply: return both(a, b);
    case Operation::bit_or: return either(a, b);
    case Operation::add:
    case Operation::subtract:
    case Operation::bit_xor: return choose(a, negate(b), b);
    default: throw Stop{"arithmetic on single bits"};
  }
}

/// A number whose upper bits follow from the lower ones.
struct Narrow {
  unsigned bits;   // those that it has as a signed number
  bool is_signed;  // else it is at least 0, and the first bit is 0
};

Narrow narrow(const z3::expr& a) {
  if (const auto value = literal_value(a)) {
    const auto magnitude = static_cast<std::uint64_t>(*value < 0 ? ~*value : *value);
    return {static_cast<unsigned>(std::bit_width(magnitude)) + 1, *value < 0};
  }
  switch (a.decl().decl_kind()) {
    case Z3_OP_ZERO_EXT: return {width_of(a.arg(0)) + 1, false};
    case Z3_OP_SIGN_EXT: return {width_of(a.arg(0)), true};
    default: return {width_of(a), true};
  }
}

/// On as few bits as there matter: a division takes a solver about their square.
z3::expr divide(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b) {
  const Narrow x = narrow(a), y = narrow(b);
  const bool has_sign = x.is_signed || y.is_signed;
  const unsigned width = width_of(a), most = std::max(x.bits, y.bits);
  const unsigned few = !has_sign ? most - 1 : most + (operation == Operation::divide ? 1 : 0);
  if (few >= width || (has_sign && !is_signed)) return compute_bits(operation, is_signed, a, b);
  return resize(compute_bits(operation, has_sign, slice(a, few - 1, 0), slice(b, few - 1, 0)), width, has_sign);
}

}  // namespace

z3::expr compute(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b) {
  if (a.is_bool()) return on_truths(operation, a, b);
  const bool divides = operation == Operation::divide || operation == Operation::remainder;
  return fold(divides ? divide(operation, is_signed, a, b) : compute_bits(operation, is_signed, a, b));
}

// Z3 4.8.12 folds its own predicates for the overflow of products wrongly: to them, 3 · -8 leaves 64 bits.
z3::expr overflows(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b) {
  const unsigned width = width_of(a), wide = operation == Operation::multiply ? 2 * width : width + 1;
  const z3::expr exact = compute(operation, is_signed, resize(a, wide, is_signed), resize(b, wide, is_signed));
  return negate(same(exact, resize(slice(exact, width - 1, 0), wide, is_signed)));
}

z3::expr is_undefined(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b) {
  switch (operation) {
    case Operation::divide:
    case Operation::remainder: {
      if (!is_signed) return is_zero(b);
      return either(is_zero(b), both(same(a, smallest(a)), same(b, bits(b, 0) - 1)));
    }
    case Operation::shift_left:
    case Operation::shift_right: return fold(z3::uge(b, bits(b, width_of(b))));
    default: return truth(a.ctx(), false);
  }
}

z3::expr is_undefined_shift(ShiftRules rules, const z3::expr& a, const z3::expr& b) {
  const z3::expr lost = z3::lshr(a, bits(a, width_of(a) - 1) - b);  // with the bit that becomes the sign
  if (rules == ShiftRules::c) return fold(lost != bits(a, 0));
  return fold(a < bits(a, 0) || z3::ugt(lost, bits(a, 1)));
}

z3::expr less(bool is_signed, const z3::expr& a, const z3::expr& b) {
  if (a.is_bool()) return is_signed ? both(a, negate(b)) : both(negate(a), b);
  return fold(is_signed ? z3::slt(a, b) : z3::ult(a, b));
}

z3::expr resize(const z3::expr& a, unsigned width, bool is_signed) {
  if (a.is_bool()) {
    if (width == 1) return a;
    const z3::expr zero = a.ctx().bv_val(0, width), one = a.ctx().bv_val(1, width);
    return choose(a, is_signed ? (-one).simplify() : one, zero);
  }
  if (width == 1) return same(slice(a, 0, 0), a.ctx().bv_val(1, 1));
  const unsigned from = width_of(a);
  if (width <= from) return slice(a, width - 1, 0);
  return fold(is_signed ? z3::sext(a, width - from) : z3::zext(a, width - from));
}

z3::expr is_zero(const z3::expr& a) { return a.is_bool() ? negate(a) : same(a, bits(a, 0)); }
z3::expr zero_like(const z3::expr& a) { return a.is_bool() ? truth(a.ctx(), false) : bits(a, 0); }

z3::expr count_ones(const z3::expr& a) {
  z3::expr count = bits(a, 0);
  for (unsigned i = 0; i < width_of(a); ++i) {
    count = fold(count + resize(slice(a, i, i), width_of(a), false));
  }
  return count;
}

z3::expr leading_zeros(const z3::expr& a) {
  const unsigned width = width_of(a);
  z3::expr count = bits(a, width);
  for (unsigned i = 0; i < width; ++i) {
    count = choose(same(slice(a, i, i), a.ctx().bv_val(1, 1)), bits(a, width - 1 - i), count);
  }
  return count;
}

z3::expr trailing_zeros(const z3::expr& a) {
  const unsigned width = width_of(a);
  z3::expr count = bits(a, width);
  for (unsigned i = width; i-- > 0;) {
    count = choose(same(slice(a, i, i), a.ctx().bv_val(1, 1)), bits(a, i), count);
  }
  return count;
}

z3::expr swap_bytes(const z3::expr& a) {
  z3::expr_vector bytes(a.ctx());
  for (unsigned low = 0; low < width_of(a); low += 8) bytes.push_back(slice(a, low + 7, low));
  return fold(z3::concat(bytes));
}

z3::expr saturated(Operation operation, bool is_signed, const z3::expr& a, const z3::expr& b) {
  const z3::expr result = compute(operation, is_signed, a, b);
  const z3::expr out = overflows(operation, is_signed, a, b);
  const z3::expr highest = ~bits(a, 0), lowest = smallest(a);
  if (!is_signed) return choose(out, operation == Operation::add ? highest : bits(a, 0), result);
  return choose(out, choose(less(true, a, bits(a, 0)), lowest, (lowest - 1).simplify()), result);
}

}  // namespace tutti::op::ir::integer
