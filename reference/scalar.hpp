// What each predefined operation does to two elements. The reference and the kernels both call these functions, so
// that their results have the same bits. Floating point must be compiled without contraction (-ffp-contract=off).
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "spec/op.hpp"

namespace tutti {

constexpr bool is_logical(Op op) { return op == Op::land || op == Op::lor || op == Op::lxor; }
constexpr bool is_bitwise(Op op) { return op == Op::band || op == Op::bor || op == Op::bxor; }
constexpr bool is_arithmetic(Op op) { return op == Op::sum || op == Op::prod; }
constexpr bool is_extreme(Op op) { return op == Op::max || op == Op::min; }
constexpr bool is_located(Op op) { return op == Op::maxloc || op == Op::minloc; }

/// The element whose bytes lie there, at whatever alignment.
template <class T>
T load(const void* from) {
  T element;
  std::memcpy(&element, from, sizeof element);
  return element;
}

/// The C type whose values a T has: T itself, unless T is a solver's term that stands for one. The functions below take
/// both, so that what runs is what is proved (verified/check/smt/symbolic.hpp); hence select() and no branches.
template <class T>
struct StandsFor {
  using type = T;
};
template <class T, class C>
concept stands_for = std::same_as<typename StandsFor<T>::type, C>;
template <class T>
concept integral_like = std::integral<typename StandsFor<T>::type>;
template <class T>
concept floating_like = std::floating_point<typename StandsFor<T>::type>;

template <class T>
constexpr T select(bool it_is, T then, T otherwise) {
  return it_is ? then : otherwise;
}
/// Computes then() only where it is taken.
template <class T, std::invocable Then>
constexpr T select(bool it_is, Then then, T otherwise) {
  return it_is ? then() : otherwise;
}

/// The type with whose + and * a T wraps: at least unsigned, for a short would become an int.
template <class T>
struct Wrapping {
  using type = T;
};
template <std::integral T>
struct Wrapping<T> {
  using type = std::common_type_t<unsigned, std::make_unsigned_t<T>>;
};

template <std::floating_point T>
constexpr T quiet_nan_like(T) {
  return std::numeric_limits<T>::quiet_NaN();
}

template <Op op, stands_for<bool> Truth>
requires(is_logical(op)) constexpr Truth combine_truths(Truth left, Truth right) {
  if constexpr (op == Op::land) return left & right;
  if constexpr (op == Op::lor) return left | right;
  if constexpr (op == Op::lxor) return left != right;
}

/// Integers: sums and products wrap modulo 2^bits; logical operations take every non-zero value as true, and yield
/// 0 or 1.
template <Op op, integral_like T>
requires(!is_located(op)) constexpr T combine(T left, T right) {
  using U = typename Wrapping<T>::type;
  if constexpr (op == Op::max) return select(left < right, right, left);
  if constexpr (op == Op::min) return select(right < left, right, left);
  if constexpr (op == Op::sum) return static_cast<T>(static_cast<U>(left) + static_cast<U>(right));
  if constexpr (op == Op::prod) return static_cast<T>(static_cast<U>(left) * static_cast<U>(right));
  if constexpr (op == Op::band) return static_cast<T>(left & right);
  if constexpr (op == Op::bor) return static_cast<T>(left | right);
  if constexpr (op == Op::bxor) return static_cast<T>(left ^ right);
  if constexpr (is_logical(op)) return static_cast<T>(combine_truths<op>(left != 0, right != 0));
}

/// The greater of two equal values for Op::max, the lesser for Op::min: they differ at most in the sign of a zero.
template <Op op, floating_like T>
requires(is_extreme(op)) T combine_equal(T left, T right) {
  if constexpr (std::floating_point<T> && sizeof(T) <= sizeof(std::uint64_t)) {  // on bits, which compilers vectorise
    using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    const Bits l = std::bit_cast<Bits>(left), r = std::bit_cast<Bits>(right);
    return std::bit_cast<T>(op == Op::max ? l & r : l | r);
  } else {
    using std::signbit;
    return op == Op::max ? select(signbit(left), right, left) : select(signbit(left), left, right);
  }
}

/// IEEE 754-2019, 9.6, maximum and minimum: -0 < +0, and a NaN on either side gives the default quiet NaN.
/// MPI leaves both open. So defined, max and min are associative and commutative to the last bit.
template <Op op, floating_like T>
requires(is_extreme(op)) T combine(T left, T right) {
  using std::isgreater, std::isless, std::isunordered;
  const auto take_left = op == Op::max ? isgreater(left, right) : isless(left, right);
  const T unequal = select(take_left, left, right);
  const T ordered = select(
      left == right, [&] { return combine_equal<op>(left, right); }, unequal);
  return select(isunordered(left, right), quiet_nan_like(left), ordered);
}

/// IEEE 754 sum and product, rounded to T. Which NaN comes out is left open.
template <Op op, floating_like T>
requires(is_arithmetic(op)) constexpr T combine(T left, T right) {
  if constexpr (op == Op::sum) return left + right;
  if constexpr (op == Op::prod) return left * right;
}

/// `x`, which is not fused with what is done to it. GCC 12 fuses complex products even under -ffp-contract=off, where
/// the machine can (-march=haswell, armv8.3-a), and then a·b and b·a differ in their bits.
template <class T>
constexpr T unfused(T x) {
#if __has_builtin(__builtin_assoc_barrier)
  if constexpr (std::floating_point<T>) return __builtin_assoc_barrier(x);
#endif
  return x;
}

/// The textbook formulas, each operation rounded; a product has no recovery of infinities (C17, Annex G).
template <Op op, floating_like T>
requires(is_arithmetic(op)) constexpr Complex<T> combine(Complex<T> left, Complex<T> right) {
  const auto [a, b] = left;
  const auto [c, d] = right;
  if constexpr (op == Op::sum) return {a + c, b + d};
  if constexpr (op == Op::prod) return {unfused(a * c) - unfused(b * d), unfused(a * d) + unfused(b * c)};
}

template <Op op, stands_for<Bool> T>
requires(is_logical(op)) constexpr T combine(T left, T right) {
  return static_cast<T>(combine_truths<op>(left != Bool{}, right != Bool{}));
}

template <Op op, stands_for<std::byte> T>
requires(is_bitwise(op)) constexpr T combine(T left, T right) {
  if constexpr (op == Op::band) return left & right;
  if constexpr (op == Op::bor) return left | right;
  if constexpr (op == Op::bxor) return left ^ right;
}

/// MPI 4.0, 6.9.4: the extreme value, and the smallest index of those that have it. Zeros of both signs are equal,
/// and so are all NaNs, which beat every number.
template <Op op, class Value>
requires(is_located(op)) Pair<Value> combine(Pair<Value> left, Pair<Value> right) {
  const auto beats = [](const Value& a, const Value& b) {
    const auto more_extreme = op == Op::maxloc ? a > b : a < b;
    return more_extreme || (a != a && b == b);
  };
  const auto of_tied = combine<Op::min>(left.index, right.index);
  const auto of_right = select(beats(right.value, left.value), right.index, of_tied);
  const auto index = select(beats(left.value, right.value), left.index, of_right);
  return {combine < op == Op::maxloc ? Op::max : Op::min > (left.value, right.value), index};
}

/// The element of type T that `e` names, where it is the identity of an operation on such elements.
template <class T>
constexpr T identity(Identity e) {
  using limits = std::numeric_limits<T>;
  if constexpr (std::integral<T>) {
    constexpr std::array by_name{limits::min(), limits::max(), T{0}, T{1}, static_cast<T>(-1)};
    return by_name[static_cast<std::size_t>(e)];
  } else if constexpr (std::floating_point<T>) {
    constexpr std::array by_name{-limits::infinity(), limits::infinity(), -T{0}, T{1}};
    return by_name[static_cast<std::size_t>(e)];
  } else if constexpr (requires(T x) { x.imaginary; }) {
    const auto part = identity<decltype(T::real)>(e);
    return {part, part};
  } else if constexpr (requires(T x) { x.index; }) {
    return {identity<decltype(T::value)>(e), std::numeric_limits<int>::max()};
  } else {
    return static_cast<T>(identity<unsigned char>(e));
  }
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
