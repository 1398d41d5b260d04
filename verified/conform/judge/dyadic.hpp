// Numbers ±m·2^e with an integer m of any length: sums, products and comparisons of floating-point numbers, exactly.
#pragma once
#include <compare>
#include <concepts>
#include <cstdint>
#include <vector>

namespace tutti::conform {

class Dyadic {
 public:
  /// `mantissa`·2^`exponent`
  explicit Dyadic(std::uint64_t mantissa = 0, std::int64_t exponent = 0);
  /// `x` is finite.
  template <std::floating_point T>
  static Dyadic of(T x);

  Dyadic operator-() const;
  Dyadic operator+(const Dyadic& other) const;
  Dyadic operator-(const Dyadic& other) const { return *this + -other; }
  Dyadic operator*(const Dyadic& other) const;
  std::strong_ordering operator<=>(const Dyadic& other) const;
  bool operator==(const Dyadic& other) const { return (*this <=> other) == 0; }

  Dyadic magnitude() const;
  /// Rounded, to within a few units in the last place.
  long double approximation() const;

 private:
  using Digits = std::vector<std::uint32_t>;  ///< the least first; the last is not zero
  void normalise();
  /// The digits of the same number with the exponent `exponent`, which is not greater than its own.
  Digits scaled_to(std::int64_t exponent) const;

  bool negative_ = false;
  Digits digits_;  ///< none: zero
  std::int64_t exponent_ = 0;
};

}  // namespace tutti::conform
