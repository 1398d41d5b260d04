#include "verified/conform/judge/likeness.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include "reference/operator.hpp"

namespace tutti::conform {
namespace {

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class T>
struct PartOf {
  using type = void;
};
template <class T>
struct PartOf<Complex<T>> {
  using type = T;
};
template <class T>
constexpr bool is_complex = !std::is_void_v<typename PartOf<T>::type>;
template <class T>
constexpr bool is_pair = false;
template <class T>
constexpr bool is_pair<Pair<T>> = true;

/// So far apart may two results be whose terms come to `magnitude`; at least as far as two that lose all of a denormal
/// number at each step.
template <class T>
long double bound(long double factor, long double magnitude, int ranks) {
  using Limits = std::numeric_limits<T>;
  const long double u = static_cast<long double>(Limits::epsilon()) / 2;
  const long double n = ranks - 1;
  return 2.01L * factor * n * u * magnitude + 2 * n * static_cast<long double>(Limits::min());
}

/// Each step of a complex product is off by √2·γ_2, which is less than this times u.
constexpr long double complex_step = 2.9L;

Likeness within(bool is) { return is ? Likeness::may_be_rounding : Likeness::different; }

/// A sum of operands of which one is a NaN is one. Partial sums are never greater than the sum of the magnitudes.
template <class T>
Likeness compare_sums(T found, T due, T terms, int ranks) {
  if (std::isnan(terms)) return std::isnan(found) ? Likeness::same : Likeness::different;
  if (!std::isfinite(due) || !std::isfinite(terms)) return Likeness::may_be_rounding;
  if (!std::isfinite(found)) return within(terms >= std::numeric_limits<T>::max() / 2);
  return within(std::abs(static_cast<long double>(found) - static_cast<long double>(due)) <= bound<T>(1, terms, ranks));
}

/// Whether every partial product of numbers other than zero is a normal number, with something to spare. A NaN is none.
template <class T>
bool is_normal(T small, T great) {
  return small >= 2 * std::numeric_limits<T>::min() && great <= std::numeric_limits<T>::max() / 4;
}

template <class T>
Likeness compare_products(T found, T due, T small, T great, int ranks) {
  if (!is_normal(small, great)) return Likeness::may_be_rounding;
  return within(std::abs(static_cast<long double>(found) - static_cast<long double>(due)) <=
                bound<T>(1, std::abs(due), ranks));
}

template <class T>
Likeness compare_products(Complex<T> found, Complex<T> due, Complex<T> small, Complex<T> great, int ranks) {
  if (!is_normal(small.real, great.real)) return Likeness::may_be_rounding;
  const auto apart = std::hypot(static_cast<long double>(found.real) - static_cast<long double>(due.real),
                                static_cast<long double>(found.imaginary) - static_cast<long double>(due.imaginary));
  return within(apart <= bound<T>(complex_step, std::hypot(due.real, due.imaginary), ranks));
}

template <class T>
Likeness compare_sums(Complex<T> found, Complex<T> due, Complex<T> terms, int ranks) {
  return std::max(compare_sums(found.real, due.real, terms.real, ranks),
                  compare_sums(found.imaginary, due.imaginary, terms.imaginary, ranks));
}

/// Of a number or of the value of a pair: a NaN, which is smaller and greater than none, or zeros of both signs.
template <class T>
bool may_be_either(T found, T due) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(found) || std::isnan(due) || (found == 0 && due == 0);
  else
    return false;
}

template <class T>
Likeness compare_as(Op op, Type type, const std::byte* found, const std::byte* due,
                    std::span<const std::byte* const> known, int ranks) {
  const auto a = load<T>(found), b = load<T>(due);
  if constexpr (is_pair<T>) {
    return within(may_be_either(a.value, b.value));
  } else if constexpr (is_complex<T> || std::is_floating_point_v<T>) {
    if (op == Op::sum) return compare_sums(a, b, load<T>(known[0]), ranks);
    if (op == Op::prod) return compare_products(a, b, load<T>(known[0]), load<T>(known[1]), ranks);
    if constexpr (std::is_floating_point_v<T>) return within(may_be_either(a, b));
  } else if (row(type).type_class == TypeClass::logical && (a != T{}) == (b != T{})) {
    return Likeness::same;
  }
  return Likeness::different;
}

template <class T>
T part_of(Scale what, T magnitude) {
  const bool counts = what == Scale::small ? magnitude < 1 && magnitude != 0 : magnitude > 1;
  return counts || std::isnan(magnitude) ? magnitude : 1;
}

template <class T>
T scaled(Scale what, T x) {
  if constexpr (is_complex<T>) {
    if (what == Scale::terms) return {std::abs(x.real), std::abs(x.imaginary)};
    return {part_of(what, std::hypot(x.real, x.imaginary)), 0};
  } else if constexpr (std::is_floating_point_v<T>) {
    return what == Scale::terms ? std::abs(x) : part_of(what, std::abs(x));
  } else {
    return x;
  }
}

template <class T>
std::size_t hash_of(T value) {
  if constexpr (is_complex<T>)
    return 31 * hash_of(value.real) + hash_of(value.imaginary);
  else if constexpr (is_pair<T>)
    return 31 * hash_of(value.value) + hash_of(value.index);
  else if constexpr (std::is_floating_point_v<T>)
    return std::isnan(value) ? 1 : std::hash<T>()(value);
  else if constexpr (std::is_same_v<T, Bool>)
    return value != Bool{};
  else
    return std::hash<std::uint64_t>()(static_cast<std::uint64_t>(value));
}

std::string print_number(long double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*Lg", digits, value);
  return text;
}

template <class T>
std::string print_as(T value) {
  if constexpr (is_complex<T>)
    return "(" + print_as(value.real) + ", " + print_as(value.imaginary) + ")";
  else if constexpr (is_pair<T>)
    return "(" + print_as(value.value) + ", " + std::to_string(value.index) + ")";
  else if constexpr (std::is_floating_point_v<T>)
    return print_number(value, std::numeric_limits<T>::max_digits10);
  else
    return std::to_string(static_cast<std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>(value));
}

}  // namespace

std::vector<Scale> scales(Op op, Type type) {
  if (exact(op, type)) return {};
  return op == Op::sum ? std::vector{Scale::terms} : std::vector{Scale::small, Scale::great};
}

void scale(Scale what, Type type, std::byte* at, std::int64_t elements) {
  visit(type, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < elements; ++i, at += sizeof(T)) {
      const auto x = scaled(what, load<T>(at));
      std::memcpy(at, &x, sizeof x);
    }
  });
}

Likeness compare(Op op, Type type, const std::byte* found, const std::byte* due,
                 std::span<const std::byte* const> known, int ranks) {
  if (first_difference(type, found, due, 1) < 0) return Likeness::same;
  return visit(type, [&]<class T>(std::type_identity<T>) { return compare_as<T>(op, type, found, due, known, ranks); });
}

std::size_t hash(Type type, const std::byte* element) {
  return visit(type, [&]<class T>(std::type_identity<T>) { return hash_of(load<T>(element)); });
}

std::string print(Type type, const std::byte* element) {
  return visit(type, [&]<class T>(std::type_identity<T>) { return print_as(load<T>(element)); });
}

}  // namespace tutti::conform
