// Whether what a law misses is rounding: a law that holds of real numbers may fail because of a test for infinity, or
// of a sum that was rounded, and then results are nowhere near each other.
#pragma once
#include <optional>
#include <span>

#include "verified/op/black_box/black_box.hpp"

namespace tutti::op {

/// Whether two results, of operands and results on the way that are `others`, are further apart than rounding explains,
/// be that by their floating-point leaves alone: by more than half of the digits, counted from the square of the
/// largest of all; or one is infinite and the other is not the same. Of operands above `common_size`, or far
/// below 1, nothing is said, since what cancels may have been any size, and denormal numbers have few digits.
bool far_apart(const Type& type, std::span<const std::byte* const> operands, std::span<const std::byte* const> others,
               const std::byte* a, const std::byte* b);
constexpr double common_size = 64;

/// Ordinary operands of common size, or infinite, for which the two sides of the law (associative or commutative) are
/// far apart, as they are for operands a little beside them, and no call has a fault by its source; nothing where
/// random tries show none.
std::optional<Counterexample> beyond_rounding(const Trial& trial, Law law, double seconds);

}  // namespace tutti::op
