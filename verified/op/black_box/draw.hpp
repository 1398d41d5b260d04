// Random operands, mildest values first.
#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "verified/op/type.hpp"

namespace tutti::op {

/// Each kind of values contains the one before it. Most floating-point operators fail on the last one, which says
/// little of those that fail on the first.
enum class Tier {
  recorded,  ///< of elements that have occurred, and of such as are like them; these are no random values
  small,     ///< whole numbers of -3 to 3, and halves of floating-point numbers
  finite,    ///< floating-point numbers other than -0; integers near the powers of two and their ends
  zeros,     ///< -0 besides; integers of any bits
  any        ///< infinities, NaN, subnormal and largest numbers besides
};
/// The random ones.
constexpr Tier tiers[] = {Tier::small, Tier::finite, Tier::zeros, Tier::any};

constexpr std::string_view name_of(Tier tier) {
  constexpr std::string_view names[] = {"recorded", "small", "finite", "finite (with -0)", "any"};
  return names[static_cast<std::size_t>(tier)];
}

/// The same elements for the same seed.
class Drawer {
 public:
  /// `samples` are elements that have occurred; without any, none is drawn of Tier::recorded.
  Drawer(const Type& type, std::uint64_t seed, std::vector<std::vector<std::byte>> samples = {})
      : type_(type), random_(seed), samples_(std::move(samples)) {}

  /// `count` elements, one behind the other, with padding of zeros. Their leaves often are equal.
  void draw(Tier tier, std::size_t count, std::byte* elements);
  /// In [0, n), n >= 1.
  std::size_t below(std::size_t n) { return random_() % n; }

 private:
  void draw_value(Scalar scalar, Tier tier, std::byte* at);
  void draw_recorded(std::byte* element);
  template <class T>
  T integer(Tier tier);
  template <class T>
  T floating(Tier tier);

  const Type& type_;
  std::mt19937_64 random_;
  std::vector<std::vector<std::byte>> samples_;
};

}  // namespace tutti::op
