// Elements compared leaf by leaf: padding is no part of a value.
#pragma once
#include <cstddef>
#include <optional>

#include "verified/op/type.hpp"

namespace tutti::op {

/// The first leaf whose values differ. All NaNs are one value; -0 is +0 only `by_value`.
const Leaf* first_difference(const Type& type, const std::byte* a, const std::byte* b, bool by_value);

/// No leaf is NaN or -0: see Domain::ieee_ordinary.
bool is_ordinary(const Type& type, const std::byte* element);
/// Puts +0 in the place of NaN and -0.
void make_ordinary(const Type& type, std::byte* element);

/// |a - b| in units in the last place of the larger one; absent unless both are finite floating-point values.
std::optional<double> ulps_between(Scalar scalar, const std::byte* a, const std::byte* b);

}  // namespace tutti::op
