// Equations of real fractions as equations of polynomials.
#pragma once
#include <z3++.h>

namespace tutti::op {

/// Each equation a/b = c/d of real terms as a·d = c·b. The same truth wherever is_defined(term).
z3::expr cross_multiply(const z3::expr& term);

}  // namespace tutti::op
