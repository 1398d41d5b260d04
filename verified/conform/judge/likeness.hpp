// Two results of one reduction, of which nobody knows in which order the numbers were rounded.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "spec/op.hpp"

namespace tutti::conform {

/// How a result stands to another one of the same call: the same value; another one, as roundings, zeros of both signs
/// or a NaN may make it; or one that is wrong, if the other is right.
enum class Likeness { same, may_be_rounding, different };

/// What is to be known of the numbers that are combined, beside the result: what the operation makes of
/// - positive, negative: the magnitudes of those above and below zero, 0 for the others;
/// - ulps: the reciprocal of the lowest bit of each that is 1, 0 for zero;
/// - small, great: the magnitudes of those below and above 1, and 1 for the others and for zero;
/// - digits: each, divided by its lowest bit that is 1, and 1 for zero;
/// - least, greatest: each, and for a NaN that infinity which is worse than all; and least_negated, greatest_negated,
///   the same with the other sign, so that the worst of the others comes out with the other sign.
/// For complex numbers that is said of both parts in a sum, and of the moduli in a product. A NaN stays one; of an
/// infinity, ulps and digits are NaNs. Every partial sum lies between those of negative and positive numbers, every
/// partial product but zero between those of small and great ones. Where the sum of the magnitudes times ulps, or
/// digits, is at most 2^digits of the significand, there is nothing to round.
enum class Scale { positive, negative, ulps, small, great, digits, least, least_negated, greatest, greatest_negated };

/// What compare() needs of an operation on elements: of those that round the first three for sums, the next three for
/// products; of extremes of floating-point numbers, beside which there may be NaNs, two; else none.
std::vector<Scale> scales(Op op, Type type);

/// Overwrites `elements` elements by what is to be combined for that.
void scale(Scale what, Type type, std::byte* at, std::int64_t elements);

/// How the element `found` stands to `due`, both combinations of `ranks` numbers by `op`; `known` are the results of
/// the scales(). Two sums are at most 2γ·Σ|x_i| apart, two products 2γ·|Πx_i|, with γ_n = nu/(1 - nu) and n = ranks -
/// 1, and u the unit roundoff (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 4.2 and 3.1); for
/// products of complex numbers γ is ((1 + √2·γ_2)^n - 1) (3.6). A partial product that underflows is off by at most the
/// least normal number times all that is greater than 1. Infinities and NaNs may be where something may overflow. Of
/// one or two real numbers there is one result. An extreme, where NaNs are about, lies among the others.
Likeness compare(Op op, Type type, const std::byte* found, const std::byte* due,
                 std::span<const std::byte* const> known, int ranks);

/// Whether the greatest or least of the operands, alone or with its index, may be `found` in some order: what
/// compare() leaves open, since a NaN is neither smaller nor greater than anything, and zeros of both signs are equal.
bool can_be(Op op, Type type, const std::byte* found, std::span<const std::vector<std::byte>> operands);

/// The same for elements that compare() would call the same, and for zeros of both signs.
std::size_t hash(Type type, const std::byte* element);

/// An element as text.
std::string print(Type type, const std::byte* element);

}  // namespace tutti::conform
