// Forms in which equal terms become the same term, so that many a law holds by rewriting alone.
#pragma once
#include <z3++.h>

namespace tutti::op {

/// Operands of operations that commute in one order, whichever the source had, so that a + b and b + a become the same
/// term: of IEEE additions, multiplications and equalities, as NaNs are one value (SMT-LIB's FloatingPoint), and of
/// sums, products and bitwise operations of integers and real numbers. So too the larger and the smaller of two of the
/// latter, a <= b ? b : a and b <= a ? a : b. Where `simplify()` was before, that is each way to write them.
z3::expr sort_operands(const z3::expr& term);

/// Sums and products of integers modulo 2^w, and of real numbers, as sums of monomials. Where that grows beyond `steps`
/// rewrites, the term as it was.
z3::expr expand_polynomials(const z3::expr& term, unsigned steps = 3'000'000);

}  // namespace tutti::op
