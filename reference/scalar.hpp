// What each predefined operation does to two elements. The reference and the kernels both call these functions, so
// that their results have the same bits. Floating point must be compiled without contraction (-ffp-contract=off).
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "spec/op.hpp"

namespace tutti {

constexpr bool is_logical(Op op) { return op == Op::land || op == Op::lor || op == Op::lxor; }
constexpr bool is_bitwise(Op op) { return op == Op::band || op == Op::bor || op == Op::bxor; }
constexpr bool is_arithmetic(Op op) { return op == Op::sum || op == Op::prod; }
constexpr bool is_extreme(Op op) { return op == Op::max || op == Op::min; }
constexpr bool is_located(Op op) { return op == Op::maxloc || op == Op::minloc; }

template <Op op>
requires(is_logical(op)) constexpr bool combine_truths(bool left, bool right) {
  if constexpr (op == Op::land) return left & right;
  if constexpr (op == Op::lor) return left | right;
  if constexpr (op == Op::lxor) return left != right;
}

/// Integers: sums and products wrap modulo 2^bits; logical operations take every non-zero value as true, and yield
/// 0 or 1.
template <Op op, std::integral T>
requires(!is_located(op)) constexpr T combine(T left, T right) {
  using U = std::common_type_t<unsigned, std::make_unsigned_t<T>>;  // at least unsigned: a short would become an int
  if constexpr (op == Op::max) return std::max(left, right);
  if constexpr (op == Op::min) return std::min(left, right);
  if constexpr (op == Op::sum) return static_cast<T>(static_cast<U>(left) + static_cast<U>(right));
  if constexpr (op == Op::prod) return static_cast<T>(static_cast<U>(left) * static_cast<U>(right));
  if constexpr (op == Op::band) return static_cast<T>(left & right);
  if constexpr (op == Op::bor) return static_cast<T>(left | right);
  if constexpr (op == Op::bxor) return static_cast<T>(left ^ right);
  if constexpr (is_logical(op)) return static_cast<T>(combine_truths<op>(left != 0, right != 0));
}

/// The greater of two equal values for Op::max, the lesser for Op::min: they differ at most in the sign of a zero.
template <Op op, std::floating_point T>
requires(is_extreme(op)) T combine_equal(T left, T right) {
  if constexpr (sizeof(T) > sizeof(std::uint64_t)) {
    return std::signbit(left) == (op == Op::max) ? right : left;
  } else {  // the same on bits, which compilers vectorise
    using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    const Bits l = std::bit_cast<Bits>(left), r = std::bit_cast<Bits>(right);
    return std::bit_cast<T>(op == Op::max ? l & r : l | r);
  }
}

/// IEEE 754-2019, 9.6, maximum and minimum: -0 < +0, and a NaN on either side gives the default quiet NaN.
/// MPI leaves both open. So defined, max and min are associative and commutative to the last bit.
template <Op op, std::floating_point T>
requires(is_extreme(op)) T combine(T left, T right) {
  const bool take_left = op == Op::max ? std::isgreater(left, right) : std::isless(left, right);
  const T unequal = take_left ? left : right;
  const T ordered = left == right ? combine_equal<op>(left, right) : unequal;
  return std::isunordered(left, right) ? std::numeric_limits<T>::quiet_NaN() : ordered;
}

/// IEEE 754 sum and product, rounded to T. Which NaN comes out is left open.
template <Op op, std::floating_point T>
requires(is_arithmetic(op)) constexpr T combine(T left, T right) {
  if constexpr (op == Op::sum) return left + right;
  if constexpr (op == Op::prod) return left * right;
}

/// The textbook formulas, each operation rounded; a product has no recovery of infinities (C17, Annex G).
template <Op op, std::floating_point T>
requires(is_arithmetic(op)) constexpr Complex<T> combine(Complex<T> left, Complex<T> right) {
  const auto [a, b] = left;
  const auto [c, d] = right;
  if constexpr (op == Op::sum) return {a + c, b + d};
  if constexpr (op == Op::prod) return {a * c - b * d, a * d + b * c};
}

template <Op op>
requires(is_logical(op)) constexpr Bool combine(Bool left, Bool right) {
  return static_cast<Bool>(combine_truths<op>(left != Bool{}, right != Bool{}));
}

template <Op op>
requires(is_bitwise(op)) constexpr std::byte combine(std::byte left, std::byte right) {
  if constexpr (op == Op::band) return left & right;
  if constexpr (op == Op::bor) return left | right;
  if constexpr (op == Op::bxor) return left ^ right;
}

/// MPI 4.0, 6.9.4: the extreme value, and the smallest index of those that have it. Zeros of both signs are equal,
/// and so are all NaNs, which beat every number.
template <Op op, class Value>
requires(is_located(op)) Pair<Value> combine(Pair<Value> left, Pair<Value> right) {
  const auto beats = [](Value a, Value b) { return op == Op::maxloc ? a > b : a < b; };
  if (beats(left.value, right.value)) return left;
  if (beats(right.value, left.value)) return right;
  const Value value = combine < op == Op::maxloc ? Op::max : Op::min > (left.value, right.value);
  const bool left_nan = left.value != left.value, right_nan = right.value != right.value;
  if (left_nan != right_nan) return {value, left_nan ? left.index : right.index};
  return {value, std::min(left.index, right.index)};
}

/// Calls f.template operator()<op, T>() with T the C type of `type`; a default-made R where the pair is not allowed.
template <class R, class F>
R visit(Op op, Type type, F&& f) {
  if (!allowed(op, type)) return R{};
  return visit(type, [&]<class T>(std::type_identity<T>) -> R {
    const auto call = [&]<Op o>() -> R {
      if constexpr (requires(T x) { combine<o>(x, x); }) return f.template operator()<o, T>();
      return R{};
    };
    switch (op) {
      case Op::max: return call.template operator()<Op::max>();
      case Op::min: return call.template operator()<Op::min>();
      case Op::sum: return call.template operator()<Op::sum>();
      case Op::prod: return call.template operator()<Op::prod>();
      case Op::land: return call.template operator()<Op::land>();
      case Op::band: return call.template operator()<Op::band>();
      case Op::lor: return call.template operator()<Op::lor>();
      case Op::bor: return call.template operator()<Op::bor>();
      case Op::lxor: return call.template operator()<Op::lxor>();
      case Op::bxor: return call.template operator()<Op::bxor>();
      case Op::minloc: return call.template operator()<Op::minloc>();
      case Op::maxloc: return call.template operator()<Op::maxloc>();
    }
    __builtin_unreachable();
  });
}

}  // namespace tutti
