#include "verified/op/prove/encode/float_order.hpp"

#include <string>

namespace tutti::op {
namespace {

z3::expr is(Z3_ast (*test)(Z3_context, Z3_ast), const z3::expr& e) { return z3::expr(e.ctx(), test(e.ctx(), e)); }

/// The bits of a value without its sign, as an integer: they rise with the magnitude.
z3::expr magnitude(const z3::expr& numeral) {
  const auto ieee = z3::expr(numeral.ctx(), Z3_mk_fpa_to_ieee_bv(numeral.ctx(), numeral));
  return z3::bv2int(ieee.extract(ieee.get_sort().bv_size() - 2, 0), false).simplify();
}

z3::expr both_numbers(const FloatOrdinal& a, const FloatOrdinal& b) { return !a.nan && !b.nan; }

}  // namespace

FloatOrdinal any_ordinal(const z3::expr& constant, z3::expr_vector& bounds) {
  auto& context = constant.ctx();
  const auto name = constant.decl().name().str();
  const FloatOrdinal ordinal{context.int_const(("place of " + name).c_str()),
                             context.bool_const(("nan " + name).c_str()),
                             context.bool_const(("minus zero " + name).c_str())};
  const auto most = magnitude(z3::expr(context, Z3_mk_fpa_inf(context, constant.get_sort(), false)));
  bounds.push_back(-most <= ordinal.order && ordinal.order <= most);
  bounds.push_back(z3::implies(ordinal.nan || ordinal.minus_zero, ordinal.order == 0));
  bounds.push_back(!(ordinal.nan && ordinal.minus_zero));
  return ordinal;
}

FloatOrdinal ordinal_of(const z3::expr& numeral) {
  auto& context = numeral.ctx();
  const auto nan = is(Z3_mk_fpa_is_nan, numeral).simplify();
  if (nan.is_true()) return {context.int_val(0), nan, context.bool_val(false)};
  const auto negative = is(Z3_mk_fpa_is_negative, numeral), zero = is(Z3_mk_fpa_is_zero, numeral);
  const auto value = magnitude(numeral);
  return {z3::ite(negative, -value, value).simplify(), nan, (negative && zero).simplify()};
}

FloatOrdinal negated(const FloatOrdinal& a) { return {-a.order, a.nan, !a.nan && a.order == 0 && !a.minus_zero}; }

FloatOrdinal choose(const z3::expr& condition, const FloatOrdinal& a, const FloatOrdinal& b) {
  return {z3::ite(condition, a.order, b.order), z3::ite(condition, a.nan, b.nan),
          z3::ite(condition, a.minus_zero, b.minus_zero)};
}

z3::expr same(const FloatOrdinal& a, const FloatOrdinal& b) {
  return a.order == b.order && a.nan == b.nan && a.minus_zero == b.minus_zero;
}

z3::expr less(const FloatOrdinal& a, const FloatOrdinal& b) { return both_numbers(a, b) && a.order < b.order; }
z3::expr less_or_equal(const FloatOrdinal& a, const FloatOrdinal& b) {
  return both_numbers(a, b) && a.order <= b.order;
}
z3::expr equal(const FloatOrdinal& a, const FloatOrdinal& b) { return both_numbers(a, b) && a.order == b.order; }

z3::expr is_zero(const FloatOrdinal& a) { return !a.nan && a.order == 0; }
z3::expr is_negative(const FloatOrdinal& a) { return a.order < 0 || a.minus_zero; }

}  // namespace tutti::op
