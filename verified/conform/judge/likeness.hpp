// Two results of one reduction, of which nobody knows in which order the numbers were rounded.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "spec/op.hpp"

namespace tutti::conform {

/// How a result stands to another one of the same call: the same value; another one, as roundings, zeros of both signs
/// or a NaN may make it; or one that is wrong, if the other is right.
enum class Likeness { same, may_be_rounding, different };

/// Overwrites `elements` elements with their magnitudes: of complex numbers with those of both parts for a sum, and
/// with the modulus and zero for a product.
void take_magnitudes(Op op, Type type, std::byte* at, std::int64_t elements);

/// How the element `found` stands to `due`, both combinations of `ranks` numbers by `op`. `magnitude` is that of their
/// magnitudes, and null where the operation does not round. Two sums are at most 2γ·Σ|x_i| apart, two products
/// 2γ·|Πx_i|, with γ_n = nu/(1 - nu) and n = ranks - 1, and u the unit roundoff (Higham, Accuracy and Stability of
/// Numerical Algorithms, 2nd ed., 4.2 and 3.1); for products of complex numbers γ is ((1 + √2·γ_2)^n - 1) (3.6). Where
/// something over- or underflows nothing is called different.
Likeness compare(Op op, Type type, const std::byte* found, const std::byte* due, const std::byte* magnitude, int ranks);

/// The same for elements that compare() would call the same, and for zeros of both signs.
std::size_t hash(Type type, const std::byte* element);

/// An element as text.
std::string print(Type type, const std::byte* element);

}  // namespace tutti::conform
