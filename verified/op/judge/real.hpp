// Terms of real numbers, so that the operations of reference/scalar.hpp take them. There is no NaN and no -0.
#pragma once
#include "verified/check/smt/symbolic.hpp"

namespace tutti::smt {

struct Real {};

inline Symbolic<bool> isgreater(const Symbolic<Real>& a, const Symbolic<Real>& b) { return a > b; }
inline Symbolic<bool> isless(const Symbolic<Real>& a, const Symbolic<Real>& b) { return a < b; }
inline Symbolic<bool> isunordered(const Symbolic<Real>& a, const Symbolic<Real>&) {
  return Symbolic<bool>(a.value.ctx().bool_val(false));
}
inline Symbolic<bool> signbit(const Symbolic<Real>& a) { return Symbolic<bool>(a.value < 0); }
/// The result for unordered numbers, which there are not.
inline Symbolic<Real> quiet_nan_like(const Symbolic<Real>& a) { return a; }

}  // namespace tutti::smt

namespace tutti {

template <>
struct StandsFor<smt::Symbolic<smt::Real>> {
  using type = float;
};

}  // namespace tutti
