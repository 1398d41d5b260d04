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

bool is_extreme(Op op) { return op == Op::max || op == Op::min || op == Op::maxloc || op == Op::minloc; }

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

/// A sum of operands of which one is a NaN is one. Partial sums are never greater than the sum of the magnitudes;
/// partial products may be, and overflow.
template <class T>
Likeness compare_real(Op op, T found, T due, T magnitude, int ranks) {
  if (op == Op::sum && std::isnan(magnitude))  // so is an operand
    return std::isnan(found) ? Likeness::same : Likeness::different;
  if (!std::isfinite(due) || !std::isfinite(magnitude)) return Likeness::may_be_rounding;
  if (!std::isfinite(found))
    return op == Op::sum && magnitude < std::numeric_limits<T>::max() / 2 ? Likeness::different
                                                                          : Likeness::may_be_rounding;
  const auto apart = std::abs(static_cast<long double>(found) - static_cast<long double>(due));
  return apart <= bound<T>(1, magnitude, ranks) ? Likeness::may_be_rounding : Likeness::different;
}

template <class T>
Likeness compare_complex(Op op, Complex<T> found, Complex<T> due, Complex<T> magnitude, int ranks) {
  if (op == Op::sum)
    return std::max(compare_real(op, found.real, due.real, magnitude.real, ranks),
                    compare_real(op, found.imaginary, due.imaginary, magnitude.imaginary, ranks));
  for (const auto part : {found.real, found.imaginary, due.real, due.imaginary, magnitude.real})
    if (!std::isfinite(part)) return Likeness::may_be_rounding;
  const auto apart = std::hypot(static_cast<long double>(found.real) - static_cast<long double>(due.real),
                                static_cast<long double>(found.imaginary) - static_cast<long double>(due.imaginary));
  return apart <= bound<T>(complex_step, magnitude.real, ranks) ? Likeness::may_be_rounding : Likeness::different;
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
Likeness compare_as(Op op, Type type, const std::byte* found, const std::byte* due, const std::byte* magnitude,
                    int ranks) {
  const auto a = load<T>(found), b = load<T>(due);
  if constexpr (is_complex<T>) {
    return compare_complex(op, a, b, load<T>(magnitude), ranks);
  } else if constexpr (is_pair<T>) {
    return may_be_either(a.value, b.value) ? Likeness::may_be_rounding : Likeness::different;
  } else if constexpr (std::is_floating_point_v<T>) {
    if (is_extreme(op)) return may_be_either(a, b) ? Likeness::may_be_rounding : Likeness::different;
    return compare_real(op, a, b, load<T>(magnitude), ranks);
  } else {
    const bool is_truth = row(type).type_class == TypeClass::logical;
    return is_truth && (a != T{}) == (b != T{}) ? Likeness::same : Likeness::different;
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

void take_magnitudes(Op op, Type type, std::byte* at, std::int64_t elements) {
  visit(type, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < elements; ++i, at += sizeof(T)) {
      auto x = load<T>(at);
      if constexpr (is_complex<T>) {
        if (op == Op::sum)
          x = {std::abs(x.real), std::abs(x.imaginary)};
        else
          x = {std::hypot(x.real, x.imaginary), 0};
      } else if constexpr (std::is_floating_point_v<T>) {
        x = std::abs(x);
      }
      std::memcpy(at, &x, sizeof x);
    }
  });
}

Likeness compare(Op op, Type type, const std::byte* found, const std::byte* due, const std::byte* magnitude,
                 int ranks) {
  if (first_difference(type, found, due, 1) < 0) return Likeness::same;
  return visit(type,
               [&]<class T>(std::type_identity<T>) { return compare_as<T>(op, type, found, due, magnitude, ranks); });
}

std::size_t hash(Type type, const std::byte* element) {
  return visit(type, [&]<class T>(std::type_identity<T>) { return hash_of(load<T>(element)); });
}

std::string print(Type type, const std::byte* element) {
  return visit(type, [&]<class T>(std::type_identity<T>) { return print_as(load<T>(element)); });
}

}  // namespace tutti::conform
