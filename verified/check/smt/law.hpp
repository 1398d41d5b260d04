// The laws of an operation on elements, as statements.
#pragma once
#include "verified/check/smt/symbolic.hpp"

namespace tutti::smt {

/// An operation on elements of the C type T, or of a Format.
template <class T>
using Combine = Element<T> (*)(const Element<T>&, const Element<T>&);

/// Without assumptions.
inline Statement always(z3::context& context, z3::expr claim, std::vector<Shown> shown) {
  return {z3::expr_vector(context), std::move(claim), std::move(shown)};
}

/// A statement on x, y or z, for those alone of which `property` is true.
template <class T, class Property>
Statement only_for(Statement statement, const std::vector<std::string>& variables, Property property) {
  auto& context = statement.claim.ctx();
  for (const auto& name : variables)
    statement.assumptions.push_back(property(variable(context, name, std::type_identity<T>{})));
  return statement;
}

/// (x ∘ y) ∘ z = x ∘ (y ∘ z).
template <class T>
Statement associative(z3::context& context, Combine<T> combine) {
  constexpr std::type_identity<T> type;
  const auto x = variable(context, "x", type), y = variable(context, "y", type), z = variable(context, "z", type);
  const auto left = combine(combine(x, y), z), right = combine(x, combine(y, z));
  return always(
      context, same(left, right),
      show_all({show("x", x), show("y", y), show("z", z), show("(x ∘ y) ∘ z", left), show("x ∘ (y ∘ z)", right)}));
}

/// x ∘ y = y ∘ x.
template <class T>
Statement commutative(z3::context& context, Combine<T> combine) {
  constexpr std::type_identity<T> type;
  const auto x = variable(context, "x", type), y = variable(context, "y", type);
  const auto xy = combine(x, y), yx = combine(y, x);
  return always(context, same(xy, yx), show_all({show("x", x), show("y", y), show("x ∘ y", xy), show("y ∘ x", yx)}));
}

/// x ∘ x = x.
template <class T>
Statement idempotent(z3::context& context, Combine<T> combine) {
  const auto x = variable(context, "x", std::type_identity<T>{});
  const auto xx = combine(x, x);
  return always(context, same(xx, x), show_all({show("x", x), show("x ∘ x", xx)}));
}

/// e ∘ x = x = x ∘ e.
template <class T>
Statement identity(z3::context& context, Combine<T> combine, T e) {
  const auto x = variable(context, "x", std::type_identity<T>{}), neutral = constant(context, e);
  const auto ex = combine(neutral, x), xe = combine(x, neutral);
  return always(context, same(ex, x) && same(xe, x), show_all({show("x", x), show("e ∘ x", ex), show("x ∘ e", xe)}));
}

/// No e has e ∘ x = x, for this x alone.
template <class T>
Statement no_identity(z3::context& context, Combine<T> combine, T x) {
  const auto e = variable(context, "e", std::type_identity<T>{}), changed = constant(context, x);
  return always(context, !same(combine(e, changed), changed), show_all({show("e", e)}));
}

/// That the variable is +0 or a power of two.
template <ieee T>
z3::expr is_power_of_two(const Symbolic<T>& x) {
  auto& context = x.value.ctx();
  const auto sort = x.value.get_sort();
  const auto exponent = context.bv_const((x.value.decl().name().str() + ".exponent").c_str(), sort.fpa_ebits());
  const auto power = z3::fpa_fp(context.bv_val(0, 1), exponent, context.bv_val(0, sort.fpa_sbits() - 1));
  return exponent != context.bv_val(-1, sort.fpa_ebits()) && x.value == power;
}
/// Its real part is, and its imaginary part is +0.
template <ieee T>
z3::expr is_power_of_two(const Complex<Symbolic<T>>& x) {
  return is_power_of_two(x.real) && same(x.imaginary, constant(x.imaginary.value.ctx(), T{0}));
}

}  // namespace tutti::smt
