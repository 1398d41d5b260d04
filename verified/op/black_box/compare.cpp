#include "verified/op/black_box/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "verified/op/value.hpp"

namespace tutti::op {
namespace {

bool equal(Scalar scalar, const std::byte* a, const std::byte* b, bool by_value) {
  if (std::memcmp(a, b, value_bytes(scalar)) == 0) return true;
  if (!is_floating(scalar)) return false;
  return with_value(scalar, a, [&](auto x) {
    return with_value(scalar, b, [&](auto y) { return (x != x && y != y) || (by_value && x == 0 && y == 0); });
  });
}

bool is_ordinary(const Leaf& leaf, const std::byte* element) {
  return !is_floating(leaf.scalar) || with_value(leaf.scalar, element + leaf.offset, [](auto x) {
    return x == x && !(x == 0 && std::signbit(static_cast<long double>(x)));
  });
}

}  // namespace

const Leaf* first_difference(const Type& type, const std::byte* a, const std::byte* b, bool by_value) {
  for (const Leaf& leaf : type.leaves)
    if (!equal(leaf.scalar, a + leaf.offset, b + leaf.offset, by_value)) return &leaf;
  return nullptr;
}

bool is_ordinary(const Type& type, const std::byte* element) {
  return std::ranges::all_of(type.leaves, [&](const Leaf& leaf) { return is_ordinary(leaf, element); });
}

void make_ordinary(const Type& type, std::byte* element) {
  for (const Leaf& leaf : type.leaves)
    if (!is_ordinary(leaf, element)) std::memset(element + leaf.offset, 0, value_bytes(leaf.scalar));
}

std::optional<double> ulps_between(Scalar scalar, const std::byte* a, const std::byte* b) {
  return with_value(scalar, a, [&]<class T>(T x) -> std::optional<double> {
    if constexpr (!std::is_floating_point_v<T>) {
      return {};
    } else {
      T y = 0;
      std::memcpy(&y, b, value_bytes(scalar));
      if (!std::isfinite(x) || !std::isfinite(y)) return {};
      if (x == y) return 0;
      using Limits = std::numeric_limits<T>;
      const int exponent = std::max(std::ilogb(std::max(std::fabs(x), std::fabs(y))), Limits::min_exponent - 1);
      const int ulp = exponent - (Limits::digits - 1);
      return static_cast<double>(std::fabs(std::ldexp(x, -ulp) - std::ldexp(y, -ulp)));
    }
  });
}

}  // namespace tutti::op
