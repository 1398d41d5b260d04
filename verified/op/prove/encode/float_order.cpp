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

z3::expr both_numbers(const Place& a, const Place& b) { return !a.nan && !b.nan; }

}  // namespace

Place any_place(const z3::expr& constant, z3::expr_vector& bounds) {
  auto& context = constant.ctx();
  const auto name = constant.decl().name().str();
  const Place place{context.int_const(("place of " + name).c_str()), context.bool_const(("nan " + name).c_str()),
                    context.bool_const(("minus zero " + name).c_str())};
  const auto most = magnitude(z3::expr(context, Z3_mk_fpa_inf(context, constant.get_sort(), false)));
  bounds.push_back(-most <= place.order && place.order <= most);
  bounds.push_back(z3::implies(place.nan || place.minus_zero, place.order == 0));
  bounds.push_back(!(place.nan && place.minus_zero));
  return place;
}

Place place_of(const z3::expr& numeral) {
  auto& context = numeral.ctx();
  const auto nan = is(Z3_mk_fpa_is_nan, numeral).simplify();
  if (nan.is_true()) return {context.int_val(0), nan, context.bool_val(false)};
  const auto negative = is(Z3_mk_fpa_is_negative, numeral), zero = is(Z3_mk_fpa_is_zero, numeral);
  const auto value = magnitude(numeral);
  return {z3::ite(negative, -value, value).simplify(), nan, (negative && zero).simplify()};
}

Place negated(const Place& a) { return {-a.order, a.nan, !a.nan && a.order == 0 && !a.minus_zero}; }

Place choose(const z3::expr& condition, const Place& a, const Place& b) {
  return {z3::ite(condition, a.order, b.order), z3::ite(condition, a.nan, b.nan),
          z3::ite(condition, a.minus_zero, b.minus_zero)};
}

z3::expr same(const Place& a, const Place& b) {
  return a.order == b.order && a.nan == b.nan && a.minus_zero == b.minus_zero;
}

z3::expr less(const Place& a, const Place& b) { return both_numbers(a, b) && a.order < b.order; }
z3::expr less_or_equal(const Place& a, const Place& b) { return both_numbers(a, b) && a.order <= b.order; }
z3::expr equal(const Place& a, const Place& b) { return both_numbers(a, b) && a.order == b.order; }

z3::expr is_zero(const Place& a) { return !a.nan && a.order == 0; }
z3::expr is_negative(const Place& a) { return a.order < 0 || a.minus_zero; }

}  // namespace tutti::op
