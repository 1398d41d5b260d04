#include "verified/op/ir/floating.hpp"

namespace tutti::op::ir::floating {

namespace {

z3::expr to_nearest(z3::context& context) { return z3::expr(context, Z3_mk_fpa_round_nearest_ties_to_even(context)); }

using Rounded = Z3_ast(Z3_context, Z3_ast, Z3_ast, Z3_ast);

z3::expr rounded(Rounded* operation, const z3::expr& a, const z3::expr& b) {
  return fold(z3::expr(a.ctx(), operation(a.ctx(), to_nearest(a.ctx()), a, b)));
}

z3::expr unary(Z3_ast (*operation)(Z3_context, Z3_ast), const z3::expr& a) {
  return fold(z3::expr(a.ctx(), operation(a.ctx(), a)));
}

void add_doubt(Value& value, const z3::expr& when) {
  if (!when.is_false()) value.opaque = either(value.opaque, Condition(when));
}

z3::expr floor_of_real(const z3::expr& a) {
  return z3::expr(a.ctx(), Z3_mk_int2real(a.ctx(), z3::expr(a.ctx(), Z3_mk_real2int(a.ctx(), a))));
}

z3::expr round_real(const z3::expr& a, Rounding rounding) {
  const z3::expr half = a.ctx().real_val(1, 2), zero = a.ctx().real_val(0);
  switch (rounding) {
    case Rounding::down: return floor_of_real(a);
    case Rounding::up: return -floor_of_real(-a);
    case Rounding::to_zero: return z3::ite(a >= zero, floor_of_real(a), -floor_of_real(-a));
    case Rounding::ties_away: return z3::ite(a >= zero, floor_of_real(a + half), -floor_of_real(half - a));
    case Rounding::ties_even: break;
  }
  const z3::expr above = floor_of_real(a + half), below = -floor_of_real(half - a);  // differ at ties only
  const z3::expr is_even = floor_of_real(above / 2) * 2 == above;
  return z3::ite(is_even, above, below);
}

/// 2^exponent as a real.
z3::expr power_of_two(z3::context& context, unsigned exponent) {
  return context.real_val(z3::pw(context.int_val(2), context.int_val(exponent)).simplify().to_string().c_str());
}

}  // namespace

z3::expr add(const z3::expr& a, const z3::expr& b) { return a.is_real() ? fold(a + b) : rounded(Z3_mk_fpa_add, a, b); }
z3::expr subtract(const z3::expr& a, const z3::expr& b) {
  return a.is_real() ? fold(a - b) : rounded(Z3_mk_fpa_sub, a, b);
}
z3::expr multiply(const z3::expr& a, const z3::expr& b) {
  return a.is_real() ? fold(a * b) : rounded(Z3_mk_fpa_mul, a, b);
}
z3::expr divide(const z3::expr& a, const z3::expr& b) {
  return a.is_real() ? fold(a / b) : rounded(Z3_mk_fpa_div, a, b);
}
z3::expr fused(const z3::expr& a, const z3::expr& b, const z3::expr& c) {
  if (a.is_real()) return add(multiply(a, b), c);
  return fold(z3::expr(a.ctx(), Z3_mk_fpa_fma(a.ctx(), to_nearest(a.ctx()), a, b, c)));
}
z3::expr negate(const z3::expr& a) { return a.is_real() ? fold(-a) : unary(Z3_mk_fpa_neg, a); }
z3::expr absolute(const z3::expr& a) {
  return a.is_real() ? choose(fold(a >= 0), a, fold(-a)) : unary(Z3_mk_fpa_abs, a);
}

z3::expr equal(const z3::expr& a, const z3::expr& b) {
  return a.is_real() ? same(a, b) : fold(z3::expr(a.ctx(), Z3_mk_fpa_eq(a.ctx(), a, b)));
}
z3::expr less(const z3::expr& a, const z3::expr& b) {
  return fold(a.is_real() ? a < b : z3::expr(a.ctx(), Z3_mk_fpa_lt(a.ctx(), a, b)));
}
z3::expr less_equal(const z3::expr& a, const z3::expr& b) {
  return fold(a.is_real() ? a <= b : z3::expr(a.ctx(), Z3_mk_fpa_leq(a.ctx(), a, b)));
}
z3::expr is_nan(const z3::expr& a) { return a.is_real() ? truth(a.ctx(), false) : unary(Z3_mk_fpa_is_nan, a); }
z3::expr is_infinite(const z3::expr& a) {
  return a.is_real() ? truth(a.ctx(), false) : unary(Z3_mk_fpa_is_infinite, a);
}
z3::expr is_negative(const z3::expr& a) { return a.is_real() ? fold(a < 0) : unary(Z3_mk_fpa_is_negative, a); }

z3::expr round(const z3::expr& a, Rounding rounding) {
  if (a.is_real()) {
    const z3::expr result = round_real(a, rounding);
    return is_literal(a) ? result.simplify() : result;
  }
  z3::context& context = a.ctx();
  const auto mode = [&] {
    switch (rounding) {
      case Rounding::down: return Z3_mk_fpa_round_toward_negative(context);
      case Rounding::up: return Z3_mk_fpa_round_toward_positive(context);
      case Rounding::to_zero: return Z3_mk_fpa_round_toward_zero(context);
      case Rounding::ties_even: return Z3_mk_fpa_round_nearest_ties_to_even(context);
      case Rounding::ties_away: break;
    }
    return Z3_mk_fpa_round_nearest_ties_to_away(context);
  };
  return fold(z3::expr(context, Z3_mk_fpa_round_to_integral(context, z3::expr(context, mode()), a)));
}

z3::expr literal(const z3::sort& sort, double value) {
  z3::context& context = sort.ctx();
  if (!sort.is_fpa()) return context.real_val(std::to_string(value).c_str());
  return z3::expr(context, Z3_mk_fpa_numeral_double(context, value, sort)).simplify();
}

z3::expr to_format(const z3::expr& a, const z3::sort& sort) {
  if (a.is_real() || z3::eq(a.get_sort(), sort)) return a;
  return fold(z3::expr(a.ctx(), Z3_mk_fpa_to_fp_float(a.ctx(), to_nearest(a.ctx()), a, sort)));
}

z3::expr from_integer(const z3::expr& bits, bool is_signed, const z3::sort& sort) {
  z3::context& context = bits.ctx();
  if (bits.is_bool()) return choose(bits, literal(sort, is_signed ? -1 : 1), literal(sort, 0));
  if (!sort.is_fpa()) {
    const z3::expr integer(context, Z3_mk_bv2int(context, bits, is_signed));
    const z3::expr result(context, Z3_mk_int2real(context, integer));
    return is_literal(bits) ? result.simplify() : result;
  }
  const auto convert = is_signed ? Z3_mk_fpa_to_fp_signed : Z3_mk_fpa_to_fp_unsigned;
  return fold(z3::expr(context, convert(context, to_nearest(context), bits, sort)));
}

Value to_integer(Machine& machine, const Value& value, bool is_signed, unsigned bits) {
  const z3::expr& a = *value.term;
  z3::context& context = a.ctx();
  const z3::sort sort = a.get_sort();
  const z3::expr whole = round(a, Rounding::to_zero);
  const z3::expr limit = power_of_two(context, is_signed ? bits - 1 : bits);
  const auto in_sort = [&](const z3::expr& real) {
    if (!sort.is_fpa()) return real.simplify();
    return z3::expr(context, Z3_mk_fpa_to_fp_real(context, to_nearest(context), real, sort)).simplify();
  };
  const z3::expr high = in_sort(limit), low = in_sort(is_signed ? -limit : context.real_val(0));
  const z3::expr fits = both(less(whole, high), less_equal(low, whole));
  machine.undefined(ir::negate(fits), value.opaque, "a conversion to an integer that is too small for it");
  if (!sort.is_fpa()) {
    const z3::expr result(context, Z3_mk_int2bv(context, bits, z3::expr(context, Z3_mk_real2int(context, whole))));
    return with_doubts_of(number(is_literal(a) ? result.simplify() : result), value);
  }
  const auto convert = is_signed ? Z3_mk_fpa_to_sbv : Z3_mk_fpa_to_ubv;
  const z3::expr to_zero(context, Z3_mk_fpa_round_toward_zero(context));
  const z3::expr result(context, convert(context, to_zero, a, bits));
  return with_doubts_of(number(is_literal(a) && fits.is_true() ? result.simplify() : result), value);
}

Value square_root(Machine& machine, const Value& a) {
  const z3::expr& x = *a.term;
  if (!x.is_real()) {
    const z3::expr result(x.ctx(), Z3_mk_fpa_sqrt(x.ctx(), to_nearest(x.ctx()), x));
    return with_doubts_of(number(fold(result)), a);
  }
  Value root = uninterpreted(machine, "sqrt", {a}, x.get_sort());
  machine.assumed.push_back(z3::implies(x >= 0, *root.term * *root.term == x && *root.term >= 0));
  add_doubt(root, fold(x < 0));
  return root;
}

Value quotient(const Value& a, const Value& b) {
  Value result = with_doubts_of(number(divide(*a.term, *b.term)), a, b);
  if (a.term->is_real()) add_doubt(result, fold(*b.term == 0));
  return result;
}

Value copy_sign(const Value& a, const Value& b) {
  const z3::expr size = absolute(*a.term);
  Value result = with_doubts_of(number(choose(is_negative(*b.term), negate(size), size)), a, b);
  add_doubt(result, both(is_nan(*b.term), ir::negate(is_nan(*a.term))));
  return result;
}

namespace {

/// The sign of the smaller of two zeros is the library's choice.
Value extremum(const Value& a, const Value& b, const z3::expr& takes_a) {
  const z3::expr &x = *a.term, &y = *b.term;
  Value result = with_doubts_of(number(choose(is_nan(x), y, choose(either(is_nan(y), takes_a), x, y))), a, b);
  if (!x.is_real()) add_doubt(result, both(equal(x, y), ir::negate(same(x, y))));
  return result;
}

}  // namespace

Value minimum(const Value& a, const Value& b) { return extremum(a, b, less(*a.term, *b.term)); }
Value maximum(const Value& a, const Value& b) { return extremum(a, b, less(*b.term, *a.term)); }

Value uninterpreted(Machine& machine, const std::string& name, const std::vector<Value>& arguments,
                    const z3::sort& result) {
  z3::context& context = result.ctx();
  z3::sort_vector sorts(context);
  z3::expr_vector terms(context);
  Value value;
  for (const Value& argument : arguments) {
    sorts.push_back(argument.term->get_sort());
    terms.push_back(*argument.term);
    value = with_doubts_of(std::move(value), argument);
  }
  machine.uninterpreted = true;
  value.term = context.function(name.c_str(), sorts, result)(terms);
  return value;
}

}  // namespace tutti::op::ir::floating
