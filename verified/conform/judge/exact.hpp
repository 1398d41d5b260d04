// Sums and products of floating-point numbers, when nobody knows in which order they were rounded: the exact result,
// and how far from it a rounded one may be.
#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "spec/op.hpp"
#include "verified/conform/case/report.hpp"

namespace tutti::conform {

/// What is wrong with the element `found` as the sum or product of the `contributions`, one element of `type` from each
/// rank, at least one: farther from the exact result than roundings in any order and bracketing can take it. With u the
/// unit roundoff and γ_k = ku/(1 - ku), the bounds for n numbers are
///   sums      γ_{n-1}·Σ|x_i|, of complex numbers for each part (Higham, Accuracy and Stability of Numerical
///             Algorithms, 2nd ed., 4.2)
///   products  γ_{n-1}·|Πx_i| (3.1); of complex numbers ((1 + √2·γ_2)^{n-1} - 1)·|Πx_i| (3.6)
/// Errors that leave less than a third of the digits are called wrong_value,
/// the others rounding. A product in which all but one have the magnitude 1 is
/// exact, also where it is denormal. A NaN among the contributions must stay
/// one; a sum with infinities is that infinity, or NaN where there are some of
/// both signs. Nothing is said of an infinity or a NaN where something may overflow on the way, of products where
/// something may underflow, and of operations and types that do not round.
std::optional<Wrong> beyond_bound(Op op, Type type, std::span<const std::byte* const> contributions,
                                  const std::byte* found);

/// Whether `found`, which is wrong, is what comes of arithmetic that takes
/// denormal numbers for zero: within that of the exact sum; of extremes and
/// products zero where a denormal number is due.
bool may_be_flushed(Op op, Type type, std::span<const std::byte* const> contributions, const std::byte* found);

}  // namespace tutti::conform
