// Elements as text: a C declaration of the type, initialisers, and values for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "verified/op/type.hpp"
#include "verified/op/value.hpp"

namespace tutti::op {
namespace {

std::string bits(Scalar scalar, const std::byte* at) {
  std::string text = "0x";
  for (std::size_t i = value_bytes(scalar); i-- > 0;) text += fmt::format("{:02x}", std::to_integer<int>(at[i]));
  return text;
}

std::string literal_of(Scalar scalar, const std::byte* at) {
  return with_value(scalar, at, [&](auto value) -> std::string {
    using T = decltype(value);
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(value)) return "NAN";
      if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
      return fmt::format("{:a}{}", value, sizeof(T) == 4 ? "f" : sizeof(T) > 8 ? "L" : "");
    } else {
      if (scalar == Scalar::boolean) return value == 0 ? "false" : "true";
      using Limits = std::numeric_limits<std::int64_t>;
      if (std::cmp_equal(value, Limits::min())) return fmt::format("{} - 1", Limits::min() + 1);
      return fmt::format("{}{}", value, std::cmp_greater(value, Limits::max()) ? "u" : "");
    }
  });
}

std::string description_of(Scalar scalar, const std::byte* at) {
  return with_value(scalar, at, [&](auto value) -> std::string {
    if constexpr (std::is_floating_point_v<decltype(value)>)
      return fmt::format("{} ({})", std::isnan(value) ? "nan" : fmt::format("{}", value), bits(scalar, at));
    else if (scalar == Scalar::boolean)
      return value == 0 ? "false" : value == 1 ? "true" : fmt::format("{} (no bool)", value);
    else
      return fmt::format("{}", value);
  });
}

std::string complex_literal(std::span<const Leaf> parts, const std::byte* element) {
  const Scalar scalar = parts[0].scalar;
  return fmt::format("CMPLX{}({}, {})",
                     scalar == Scalar::f32   ? "F"
                     : scalar == Scalar::f80 ? "L"
                                             : "",
                     literal_of(scalar, element + parts[0].offset), literal_of(scalar, element + parts[1].offset));
}

/// ".z" at the beginning of ".z.re" and "[3]" at that of "[3].n".
std::string_view first_step(std::string_view path) { return path.substr(0, path.find_first_of(".[", 1)); }

/// Braces around what the leaves share after the first `depth` letters of their paths.
struct Writer {
  const std::byte* element;
  bool for_c;  ///< else for people

  std::string write(std::span<const Leaf> leaves, std::size_t depth) const {
    if (leaves[0].path.size() == depth)
      return (for_c ? literal_of : description_of)(leaves[0].scalar, element + leaves[0].offset);
    if (for_c && leaves[0].in_complex && leaves[0].path.size() == depth + 3) return complex_literal(leaves, element);
    std::string text = "{";
    for (int index = 0; !leaves.empty(); ++index) {
      const auto step = first_step(std::string_view(leaves[0].path).substr(depth));
      const auto is_other = [&](const Leaf& leaf) {
        return first_step(std::string_view(leaf.path).substr(depth)) != step;
      };
      const auto end = std::find_if(leaves.begin(), leaves.end(), is_other);
      const auto same = static_cast<std::size_t>(end - leaves.begin());
      const bool follows = step == fmt::format("[{}]", index);  // else some before it are no leaves
      if (!follows) text += fmt::format("{} = ", step);
      text += write(leaves.first(same), depth + step.size());
      leaves = leaves.subspan(same);
      text += leaves.empty() ? "}" : ", ";
    }
    return text;
  }
};

}  // namespace

std::string declare(const Type& type, std::string_view name) {
  const auto brace = type.text.rfind('}');
  const auto dimensions = std::min(type.text.find('[', brace == std::string::npos ? 0 : brace), type.text.size());
  return fmt::format("typedef {} {}{};", type.text.substr(0, dimensions), name, type.text.substr(dimensions));
}

std::string literal(const Type& type, std::span<const std::byte> element) {
  return Writer{element.data(), true}.write(type.leaves, 0);
}

std::string describe(const Type& type, std::span<const std::byte> element) {
  return Writer{element.data(), false}.write(type.leaves, 0);
}

}  // namespace tutti::op
