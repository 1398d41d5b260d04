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
/// - terms: the magnitudes, of complex numbers those of both parts;
/// - small: the magnitudes of those below 1, of complex numbers the moduli, and 1 for the others and for zero;
/// - great: the same of those above 1.
/// Every partial product but zero lies between the last two.
enum class Scale { terms, small, great };

/// What compare() needs of an operation on elements that round: terms for sums, small and great for products; else
/// none.
std::vector<Scale> scales(Op op, Type type);

/// Overwrites `elements` elements by what is to be combined for that.
void scale(Scale what, Type type, std::byte* at, std::int64_t elements);

/// How the element `found` stands to `due`, both combinations of `ranks` numbers by `op`; `known` are the results of
/// the scales(). Two sums are at most 2γ·Σ|x_i| apart, two products 2γ·|Πx_i|, with γ_n = nu/(1 - nu) and n = ranks -
/// 1, and u the unit roundoff (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 4.2 and 3.1); for
/// products of complex numbers γ is ((1 + √2·γ_2)^n - 1) (3.6). Where something may over- or underflow nothing is
/// called different.
Likeness compare(Op op, Type type, const std::byte* found, const std::byte* due,
                 std::span<const std::byte* const> known, int ranks);

/// The same for elements that compare() would call the same, and for zeros of both signs.
std::size_t hash(Type type, const std::byte* element);

/// An element as text.
std::string print(Type type, const std::byte* element);

}  // namespace tutti::conform
