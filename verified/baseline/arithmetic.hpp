// Numbers that are computed otherwise than their type says, for the functions of reference/scalar.hpp.
#pragma once
#include <cmath>
#include <concepts>

#include "reference/scalar.hpp"

namespace tutti::baseline {

/// The arithmetic of a processor that takes denormal numbers for zeros of their sign where they are `operands` of an
/// operation (DAZ in x86's MXCSR), or its `results` (FTZ), or both.
template <std::floating_point T, bool operands, bool results>
class Flushing {
 public:
  Flushing() = default;
  explicit Flushing(T x) : value_(operands ? flushed(x) : x) {}
  explicit operator T() const { return value_; }

  Flushing operator+(Flushing x) const { return result(operand() + x.operand()); }
  Flushing operator-(Flushing x) const { return result(operand() - x.operand()); }
  Flushing operator*(Flushing x) const { return result(operand() * x.operand()); }
  bool operator==(Flushing x) const { return operand() == x.operand(); }
  friend bool isgreater(Flushing a, Flushing b) { return std::isgreater(a.operand(), b.operand()); }
  friend bool isless(Flushing a, Flushing b) { return std::isless(a.operand(), b.operand()); }
  friend bool isunordered(Flushing a, Flushing b) { return std::isunordered(a.operand(), b.operand()); }
  friend bool signbit(Flushing x) { return std::signbit(x.value_); }
  friend Flushing quiet_nan_like(Flushing) { return Flushing(quiet_nan_like(T{})); }

 private:
  static T flushed(T x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(T{0}, x) : x; }
  static Flushing result(T x) {
    Flushing made;
    made.value_ = results ? flushed(x) : x;
    return made;
  }
  T operand() const { return operands ? flushed(value_) : value_; }

  T value_ = 0;
};

/// The arithmetic of a compiler that fuses a product with the sum or difference that it stands in. The other of the two
/// products is rounded before: of a sum the second, of a difference the first if `rounds_first`, else the second.
template <std::floating_point T, bool rounds_first>
class Fusing {
 public:
  /// Two numbers whose product is not rounded yet.
  struct Product {
    T left, right;
    Fusing operator+(Product x) const { return Fusing(std::fma(left, right, x.left * x.right)); }
    Fusing operator-(Product x) const {
      return Fusing(rounds_first ? std::fma(-x.left, x.right, left * right)
                                 : std::fma(left, right, -(x.left * x.right)));
    }
  };

  Fusing() = default;
  explicit Fusing(T x) : value_(x) {}
  explicit operator T() const { return value_; }
  Product operator*(Fusing x) const { return {value_, x.value_}; }

 private:
  T value_ = 0;
};

}  // namespace tutti::baseline

namespace tutti {

template <class T, bool operands, bool results>
struct StandsFor<baseline::Flushing<T, operands, results>> {
  using type = T;
};
template <class T, bool rounds_first>
struct StandsFor<baseline::Fusing<T, rounds_first>> {
  using type = T;
};

}  // namespace tutti
