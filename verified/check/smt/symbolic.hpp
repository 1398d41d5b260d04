// Solver terms that stand for elements of MPI's datatypes, so that the operations of reference/scalar.hpp take them.
#pragma once
#include <z3++.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "reference/scalar.hpp"
#include "verified/check/smt/statement.hpp"

namespace tutti::smt {

/// The binary format of IEEE 754 with so many bits for the exponent, and for the significand with its hidden bit: one
/// so small that a counterexample is readily followed.
template <unsigned exponent_bits, unsigned significand_bits>
struct Format {};

/// A number of which nothing is known: sums, differences and products are functions of their operands, any ones.
struct Number {};

/// Stands for a value of the C type T, or of a Format: a bit-vector, or a floating-point number with one NaN for all.
template <class T>
struct Symbolic {
  explicit Symbolic(z3::expr e) : value(std::move(e)) {}
  explicit Symbolic(const Symbolic<bool>& truth);  ///< 1 or 0
  z3::expr value;
};

template <>
struct Symbolic<bool> {
  explicit Symbolic(z3::expr e) : value(std::move(e)) {}
  z3::expr value;
};

template <class T>
struct IsFormat : std::false_type {};
template <unsigned exponent_bits, unsigned significand_bits>
struct IsFormat<Format<exponent_bits, significand_bits>> : std::true_type {};
template <class T>
concept ieee = std::floating_point<T> || IsFormat<T>::value;
/// Types of 8 to 64 bits.
template <class T>
concept bits = std::integral<T> || std::same_as<T, Bool> || std::same_as<T, std::byte>;

template <bits T>
z3::sort sort_of(z3::context& context, std::type_identity<T>) {
  return context.bv_sort(8 * sizeof(T));
}
template <std::floating_point T>
z3::sort sort_of(z3::context& context, std::type_identity<T>) {
  using limits = std::numeric_limits<T>;
  return context.fpa_sort(std::bit_width(static_cast<unsigned>(limits::max_exponent)), limits::digits);
}
template <unsigned exponent_bits, unsigned significand_bits>
z3::sort sort_of(z3::context& context, std::type_identity<Format<exponent_bits, significand_bits>>) {
  return context.fpa_sort(exponent_bits, significand_bits);
}

inline z3::sort sort_of(z3::context& context, std::type_identity<Number>) {
  return context.uninterpreted_sort("Number");
}

/// Any value of the type. Those of a complex or pair type are made of two variables: "x.real", "x.index".
template <class T>
Symbolic<T> variable(z3::context& context, const std::string& name, std::type_identity<T> type) {
  return Symbolic<T>(context.constant(name.c_str(), sort_of(context, type)));
}

/// The value x.
template <bits T>
Symbolic<T> constant(z3::context& context, T x) {
  return Symbolic<T>(context.bv_val(static_cast<std::uint64_t>(x), 8 * sizeof(T)));
}
/// The last `size` bits of a whole number, which may have more than 64, as the significand of a long double of aarch64.
template <std::floating_point T>
z3::expr last_bits(z3::context& context, T x, unsigned size) {
  const T above = std::floor(std::ldexp(x, -64));
  const auto last = static_cast<std::uint64_t>(x - std::ldexp(above, 64));
  if (size <= 64) return context.bv_val(last, size);
  return z3::concat(last_bits(context, above, size - 64), context.bv_val(last, 64)).simplify();
}
template <std::floating_point T>
Symbolic<T> constant(z3::context& context, T x) {
  using limits = std::numeric_limits<T>;
  const auto sort = sort_of(context, std::type_identity<T>{});
  if (std::isnan(x)) return Symbolic<T>(context.fpa_nan(sort));
  if (std::isinf(x)) return Symbolic<T>(context.fpa_inf(sort, std::signbit(x)));
  const bool is_normal = std::fabs(x) >= limits::min();
  const int exponent = is_normal ? std::ilogb(x) : limits::min_exponent - 1;
  const T significand = std::ldexp(std::fabs(x), limits::digits - 1 - exponent);
  return Symbolic<T>(z3::fpa_fp(context.bv_val(std::signbit(x) ? 1 : 0, 1),
                                context.bv_val(is_normal ? exponent + limits::max_exponent - 1 : 0, sort.fpa_ebits()),
                                last_bits(context, significand, limits::digits - 1)));  // without the hidden bit
}

template <class T>
Symbolic<T>::Symbolic(const Symbolic<bool>& truth)
    : value(z3::ite(truth.value, constant(truth.value.ctx(), T{1}).value, constant(truth.value.ctx(), T{0}).value)) {}

template <class T>
Symbolic<T> operator+(const Symbolic<T>& a, const Symbolic<T>& b) {
  return Symbolic<T>(a.value + b.value);
}
template <class T>
Symbolic<T> operator-(const Symbolic<T>& a, const Symbolic<T>& b) {
  return Symbolic<T>(a.value - b.value);
}
template <class T>
Symbolic<T> operator*(const Symbolic<T>& a, const Symbolic<T>& b) {
  return Symbolic<T>(a.value * b.value);
}
template <class T>
Symbolic<T> operator&(const Symbolic<T>& a, const Symbolic<T>& b) {
  return Symbolic<T>(a.value & b.value);
}
template <class T>
Symbolic<T> operator|(const Symbolic<T>& a, const Symbolic<T>& b) {
  return Symbolic<T>(a.value | b.value);
}
template <class T>
Symbolic<T> operator^(const Symbolic<T>& a, const Symbolic<T>& b) {
  return Symbolic<T>(a.value ^ b.value);
}

inline Symbolic<Number> any_function(const char* name, const Symbolic<Number>& a, const Symbolic<Number>& b) {
  const auto sort = a.value.get_sort();
  return Symbolic<Number>(a.value.ctx().function(name, sort, sort, sort)(a.value, b.value));
}
inline Symbolic<Number> operator+(const Symbolic<Number>& a, const Symbolic<Number>& b) {
  return any_function("sum", a, b);
}
inline Symbolic<Number> operator-(const Symbolic<Number>& a, const Symbolic<Number>& b) {
  return any_function("difference", a, b);
}
inline Symbolic<Number> operator*(const Symbolic<Number>& a, const Symbolic<Number>& b) {
  return any_function("product", a, b);
}

inline Symbolic<bool> operator!(const Symbolic<bool>& a) { return Symbolic<bool>(!a.value); }
inline Symbolic<bool> operator&&(const Symbolic<bool>& a, const Symbolic<bool>& b) { return a & b; }
inline Symbolic<bool> operator||(const Symbolic<bool>& a, const Symbolic<bool>& b) { return a | b; }

template <class T>
Symbolic<bool> operator<(const Symbolic<T>& a, const Symbolic<T>& b) {
  return Symbolic<bool>(std::unsigned_integral<T> ? z3::ult(a.value, b.value) : a.value < b.value);
}
template <class T>
Symbolic<bool> operator>(const Symbolic<T>& a, const Symbolic<T>& b) {
  return b < a;
}
/// As in C++: a NaN is not equal to itself, and zeros of both signs are.
template <class T>
Symbolic<bool> operator==(const Symbolic<T>& a, const Symbolic<T>& b) {
  return Symbolic<bool>(ieee<T> ? z3::fp_eq(a.value, b.value) : a.value == b.value);
}
template <class T>
Symbolic<bool> operator!=(const Symbolic<T>& a, const Symbolic<T>& b) {
  return !(a == b);
}
template <bits T>
Symbolic<bool> operator!=(const Symbolic<T>& a, std::type_identity_t<T> b) {
  return a != constant(a.value.ctx(), b);
}

template <ieee T>
Symbolic<bool> isgreater(const Symbolic<T>& a, const Symbolic<T>& b) {
  return a > b;
}
template <ieee T>
Symbolic<bool> isless(const Symbolic<T>& a, const Symbolic<T>& b) {
  return a < b;
}
template <ieee T>
Symbolic<bool> isunordered(const Symbolic<T>& a, const Symbolic<T>& b) {
  return a != a || b != b;
}
/// The sign of a number that is not a NaN.
template <ieee T>
Symbolic<bool> signbit(const Symbolic<T>& a) {
  auto& context = a.value.ctx();
  return Symbolic<bool>(z3::expr(context, Z3_mk_fpa_is_negative(context, a.value)));
}
template <ieee T>
Symbolic<T> quiet_nan_like(const Symbolic<T>& a) {
  return Symbolic<T>(a.value.ctx().fpa_nan(a.value.get_sort()));
}

template <class T>
Symbolic<T> select(const Symbolic<bool>& it_is, const Symbolic<T>& then, const Symbolic<T>& otherwise) {
  return Symbolic<T>(z3::ite(it_is.value, then.value, otherwise.value));
}
template <class T, std::invocable Then>
Symbolic<T> select(const Symbolic<bool>& it_is, Then then, const Symbolic<T>& otherwise) {
  return select(it_is, then(), otherwise);
}

}  // namespace tutti::smt

namespace tutti {

template <class T>
struct StandsFor<smt::Symbolic<T>> {
  using type = T;
};
/// Any floating-point type will do: the operations are the same for all.
template <unsigned exponent_bits, unsigned significand_bits>
struct StandsFor<smt::Symbolic<smt::Format<exponent_bits, significand_bits>>> {
  using type = float;
};
template <>
struct StandsFor<smt::Symbolic<smt::Number>> {
  using type = float;
};

template <class Value>
struct Pair<smt::Symbolic<Value>> {
  smt::Symbolic<Value> value;
  smt::Symbolic<int> index;
};

}  // namespace tutti

namespace tutti::smt {

template <class Part>
Complex<Symbolic<Part>> variable(z3::context& context, const std::string& name, std::type_identity<Complex<Part>>) {
  constexpr std::type_identity<Part> part;
  return {variable(context, name + ".real", part), variable(context, name + ".imaginary", part)};
}
template <class Value>
Pair<Symbolic<Value>> variable(z3::context& context, const std::string& name, std::type_identity<Pair<Value>>) {
  return {variable(context, name + ".value", std::type_identity<Value>{}),
          variable(context, name + ".index", std::type_identity<int>{})};
}

template <class Part>
Complex<Symbolic<Part>> constant(z3::context& context, Complex<Part> x) {
  return {constant(context, x.real), constant(context, x.imaginary)};
}
template <class Value>
Pair<Symbolic<Value>> constant(z3::context& context, Pair<Value> x) {
  return {constant(context, x.value), constant(context, x.index)};
}

/// What stands for an element of the C type T.
template <class T>
using Element = decltype(variable(std::declval<z3::context&>(), "", std::type_identity<T>{}));

/// All fields with the same bits, all NaNs being one value.
template <class T>
z3::expr same(const Symbolic<T>& a, const Symbolic<T>& b) {
  return a.value == b.value;
}
template <class Part>
z3::expr same(const Complex<Part>& a, const Complex<Part>& b) {
  return same(a.real, b.real) && same(a.imaginary, b.imaginary);
}
template <class Value>
z3::expr same(const Pair<Value>& a, const Pair<Value>& b) {
  return same(a.value, b.value) && same(a.index, b.index);
}

/// What a counterexample shows of an element.
template <class T>
std::vector<Shown> show(const std::string& name, const Symbolic<T>& x) {
  constexpr bool is_unsigned = bits<T> && !std::signed_integral<T>;
  return {{name, is_unsigned ? z3::bv2int(x.value, false) : x.value}};
}
inline std::vector<Shown> show_all(const std::vector<std::vector<Shown>>& parts) {
  std::vector<Shown> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}
template <class Part>
std::vector<Shown> show(const std::string& name, const Complex<Part>& x) {
  return show_all({show("real part of " + name, x.real), show("imaginary part of " + name, x.imaginary)});
}
template <class Value>
std::vector<Shown> show(const std::string& name, const Pair<Value>& x) {
  return show_all({show("value of " + name, x.value), show("index of " + name, x.index)});
}

}  // namespace tutti::smt
