#include "verified/op/black_box/draw.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>

#include "verified/op/value.hpp"

namespace tutti::op {

template <class T>
T Drawer::integer(Tier tier) {
  using Limits = std::numeric_limits<T>;
  const auto kind = below(4);
  if (tier == Tier::small || kind == 0) return static_cast<T>(static_cast<int>(below(7)) - (Limits::is_signed ? 3 : 0));
  if (tier != Tier::finite && kind == 1) return static_cast<T>(random_());
  if (kind == 2)
    return static_cast<T>(below(2) ? Limits::max() - static_cast<T>(below(3))
                                   : Limits::min() + static_cast<T>(below(3)));
  const auto power = std::uint64_t{1} << below(static_cast<std::size_t>(Limits::digits));
  const auto near = power + below(3) - 1;
  return static_cast<T>(below(2) ? near : -near);
}

template <class T>
T Drawer::floating(Tier tier) {
  using Limits = std::numeric_limits<T>;
  const auto kind = below(4);
  const T half = static_cast<T>(static_cast<int>(below(13)) - 6) / 2;
  if (tier == Tier::small || kind == 0) return half;
  if (tier >= Tier::zeros && kind == 1) return below(2) ? -T{0} : T{0};
  if (tier == Tier::any && kind == 2) {
    constexpr T specials[] = {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),  Limits::max(),
                              Limits::lowest(),   Limits::min(),       Limits::denorm_min(), -Limits::denorm_min()};
    return specials[below(std::size(specials))];
  }
  const T mantissa = 1 + static_cast<T>(random_() >> 11) * static_cast<T>(0x1p-53);
  const int widest = below(8) == 0 ? Limits::max_exponent - 2 : 12;
  const int exponent = static_cast<int>(below(2 * static_cast<std::size_t>(widest) + 1)) - widest;
  return std::ldexp(below(2) ? mantissa : -mantissa, exponent);
}

void Drawer::draw_value(Scalar scalar, Tier tier, std::byte* at) {
  if (scalar == Scalar::boolean) return put(at, static_cast<std::uint8_t>(below(2)));
  with_value(scalar, at, [&]<class T>(T) {
    if constexpr (std::is_floating_point_v<T>)
      put(at, floating<T>(tier));
    else
      put(at, integer<T>(tier));
  });
}

/// A sample, or one whose leaves are those of several, or with a leaf that is a little more or less.
void Drawer::draw_recorded(std::byte* element) {
  const auto any = [&]() -> const std::vector<std::byte>& { return samples_[below(samples_.size())]; };
  const auto kind = below(4);
  const auto* sample = &any();
  const auto changed = below(type_.leaves.size());
  for (std::size_t i = 0; i < type_.leaves.size(); ++i) {
    const auto& leaf = type_.leaves[i];
    if (kind == 1) sample = &any();
    auto* at = element + leaf.offset;
    std::copy_n(sample->data() + leaf.offset, value_bytes(leaf.scalar), at);
    if (kind != 2 || i != changed || leaf.scalar == Scalar::boolean) continue;
    const int by = static_cast<int>(below(7)) - 3;
    with_value(leaf.scalar, at, [&]<class T>(T value) {
      if constexpr (std::is_floating_point_v<T>)
        put(at, value + value * static_cast<T>(by) / 8);
      else
        put(at, static_cast<T>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(by)));
    });
  }
}

void Drawer::draw(Tier tier, std::size_t count, std::byte* elements) {
  std::fill_n(elements, count * type_.size, std::byte{0});
  if (tier == Tier::recorded) {
    for (std::size_t i = 0; i < count; ++i) draw_recorded(elements + i * type_.size);
    return;
  }
  for (const Leaf& leaf : type_.leaves) {
    for (std::size_t i = 0; i < count; ++i) {
      std::byte* at = elements + i * type_.size + leaf.offset;
      const bool repeat = i > 0 && below(3) == 0;
      if (repeat)
        std::copy_n(elements + below(i) * type_.size + leaf.offset, value_bytes(leaf.scalar), at);
      else
        draw_value(leaf.scalar, tier, at);
    }
  }
}

}  // namespace tutti::op
