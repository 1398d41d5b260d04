// Forms in which equal terms become the same term, so that many a law holds by rewriting alone.
#pragma once
#include <z3++.h>

namespace tutti::user {

/// Operands of IEEE additions, multiplications and equalities in one order, whichever the source had: these commute, as
/// NaNs are one value (SMT-LIB's FloatingPoint). a + b and b + a become the same term.
z3::expr sort_operands(const z3::expr& term);

/// Sums and products of integers modulo 2^w, and of real numbers, as sums of monomials. Where that grows beyond `steps`
/// rewrites, the term as it was.
z3::expr expand_polynomials(const z3::expr& term, unsigned steps = 3'000'000);

}  // namespace tutti::user
