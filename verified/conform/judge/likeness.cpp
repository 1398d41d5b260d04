#include "verified/conform/judge/likeness.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include "reference/operator.hpp"
#include "reference/scalar.hpp"

namespace tutti::conform {
namespace {

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

/// Zeros of both signs are two numbers here, and all NaNs are one.
template <class T>
bool is_same(T a, T b) {
  return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
}

Likeness within(bool is) { return is ? Likeness::may_be_rounding : Likeness::different; }

/// What compare() knows of a number of a result.
template <class T>
struct Known {
  T first, second, third;  ///< positive, negative and ulps; or small, great and digits
};

/// Whether what comes to so much, with roundings of its own, comes to more than the greatest number in some order.
template <class T>
bool may_overflow(T magnitude, int ranks) {
  using Limits = std::numeric_limits<T>;
  const long double roundings = std::min(0.75L, 8.0L * ranks * static_cast<long double>(Limits::epsilon()));
  return !(magnitude < static_cast<T>((1 - roundings) * static_cast<long double>(Limits::max())));
}

/// No rounding, so that every order gives the same: of numbers that are multiples of a bit, and come to few of those.
template <class T>
bool has_few_digits(T bits) {
  return bits <= std::ldexp(T{1}, std::numeric_limits<T>::digits - 1);
}

/// There is at most one rounding, and so no two results but zeros of both signs.
template <class T>
bool rounds_once(T found, T due, int ranks) {
  return ranks <= 2 && !(found == 0 && due == 0);
}

/// A sum of operands of which one is a NaN is one. It is a zero of the sign - only if all operands are.
template <class T>
Likeness compare_sums(T found, T due, const Known<T>& known, int ranks) {
  const auto& [positive, negative, ulps] = known;
  if (rounds_once(found, due, ranks)) return within(false);
  if (std::isnan(positive)) return within(false);
  const bool up = may_overflow(positive, ranks), down = may_overflow(negative, ranks);
  if (std::isnan(found)) return within(up && down);
  if (std::isinf(found)) return within(found > 0 ? up : down);
  const bool operand_is_infinite = std::isnan(ulps);
  if (operand_is_infinite) return within(false);
  if (found == 0 && due == 0) return within(!std::signbit(found));
  const T terms = positive + negative;
  if (!std::isfinite(due) || !std::isfinite(terms)) return within(true);
  if (has_few_digits(terms * ulps) && ulps <= 1 / std::numeric_limits<T>::min()) return within(false);
  return within(std::abs(static_cast<long double>(found) - static_cast<long double>(due)) <= bound<T>(1, terms, ranks));
}

/// By so much are products off, and so far may two be apart, if they come to `product`.
template <class T>
long double bound_of_products(long double factor, long double product, const Known<T>& known, int ranks) {
  const auto& [small, great, digits] = known;
  if (small >= 2 * std::numeric_limits<T>::min()) return bound<T>(factor, product, ranks);
  const auto lost = 4.0L * ranks * static_cast<long double>(std::numeric_limits<T>::min()) * great;
  return bound<T>(factor, product + lost, ranks) + lost;
}

template <class T>
bool is_exact(const Known<T>& known, int ranks) {
  using Limits = std::numeric_limits<T>;
  return has_few_digits(known.third) && known.first >= Limits::min() / Limits::epsilon() &&
         !may_overflow(known.second, ranks);
}

/// A product has the sign of its operands' signs, whatever else becomes of it.
template <class T>
Likeness compare_products(T found, T due, const Known<T>& known, int ranks) {
  const auto& [small, great, digits] = known;
  if (rounds_once(found, due, ranks)) return within(false);
  if (std::isnan(small)) return within(false);
  const bool over = may_overflow(great, ranks), under = small < 2 * std::numeric_limits<T>::min();
  if (std::isnan(found)) return within(over && (under || due == 0 || std::isnan(due)));
  if (!std::isnan(due) && std::signbit(found) != std::signbit(due)) return within(false);
  if (std::isinf(found)) return within(over);
  const bool operand_is_infinite = std::isnan(digits);
  if (operand_is_infinite) return within(false);
  if (!std::isfinite(due) || !std::isfinite(great)) return within(true);
  if (is_exact(known, ranks)) return within(false);
  return within(std::abs(static_cast<long double>(found) - static_cast<long double>(due)) <=
                bound_of_products(1, std::abs(due), known, ranks));
}

template <class T>
Likeness compare_products(Complex<T> found, Complex<T> due, const Known<Complex<T>>& known, int ranks) {
  const Known<T> moduli{known.first.real, known.second.real, known.third.real};
  if (std::isnan(moduli.third) || may_overflow(moduli.second, ranks)) return within(true);
  if (is_exact(moduli, ranks)) return within(found.real == due.real && found.imaginary == due.imaginary);
  const auto apart = std::hypot(static_cast<long double>(found.real) - static_cast<long double>(due.real),
                                static_cast<long double>(found.imaginary) - static_cast<long double>(due.imaginary));
  return within(apart <= bound_of_products(complex_step, std::hypot(due.real, due.imaginary), moduli, ranks));
}

template <class T>
Likeness compare_sums(Complex<T> found, Complex<T> due, const Known<Complex<T>>& known, int ranks) {
  const auto part = [&](T Complex<T>::*which) {
    if (is_same(found.*which, due.*which)) return Likeness::same;
    return compare_sums(found.*which, due.*which, Known<T>{known.first.*which, known.second.*which, known.third.*which},
                        ranks);
  };
  return std::max(part(&Complex<T>::real), part(&Complex<T>::imaginary));
}

bool is_least(Op op) { return op == Op::min || op == Op::minloc; }

/// Whether the values that such elements are compared by may be NaNs.
bool has_nans(Type type) {
  return visit(type, []<class T>(std::type_identity<T>) {
    if constexpr (is_pair<T>) return std::is_floating_point_v<decltype(T::value)>;
    return std::is_floating_point_v<T>;
  });
}

/// Whether either may stand for the other, as numbers or as the values of pairs: a NaN is smaller and greater than
/// none, and zeros of both signs are equal.
template <class T>
bool may_be_either(T found, T due) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(found) || std::isnan(due) || (found == 0 && due == 0);
  else
    return false;
}

/// Whether a number lies between the least and the greatest of the extremes beside NaNs.
template <class T>
bool lies_between(Op op, T found, T best, T worst_negated) {
  if (std::isnan(found)) return true;
  return is_least(op) ? best <= found && found <= -worst_negated : -worst_negated <= found && found <= best;
}

template <class T>
Likeness compare_as(Op op, Type type, const std::byte* found, const std::byte* due,
                    std::span<const std::byte* const> known, int ranks) {
  const auto a = load<T>(found), b = load<T>(due);
  if constexpr (is_pair<T>) {
    if constexpr (std::is_floating_point_v<decltype(a.value)>)
      return within(may_be_either(a.value, b.value) &&
                    lies_between(op, a.value, load<T>(known[0]).value, load<T>(known[1]).value));
    return Likeness::different;
  } else if constexpr (is_complex<T> || std::is_floating_point_v<T>) {
    const auto known_of_it = [&] { return Known<T>{load<T>(known[0]), load<T>(known[1]), load<T>(known[2])}; };
    if (op == Op::sum) return compare_sums(a, b, known_of_it(), ranks);
    if (op == Op::prod) return compare_products(a, b, known_of_it(), ranks);
    if constexpr (std::is_floating_point_v<T>)
      return within(may_be_either(a, b) && lies_between(op, a, load<T>(known[0]), load<T>(known[1])));
  } else if (row(type).type_class == TypeClass::logical && (a != T{}) == (b != T{})) {
    if constexpr (std::is_same_v<T, Bool>)
      if (found[0] > std::byte{1}) return Likeness::different;  // which is no bool of any language
    return Likeness::same;
  }
  return Likeness::different;
}

/// The lowest bit of a finite number but zero that is 1.
template <class T>
T lowest_bit(T x) {
  constexpr int digits = std::numeric_limits<T>::digits;
  int exponent;
  const T significand = std::frexp(std::abs(x), &exponent);
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(std::ldexp(significand, digits)));
  return std::ldexp(T{1}, exponent - digits + zeros);
}

/// Takes a number, or the modulus of a complex one, of which `bit` is the lowest that is 1.
template <class T>
T scaled_factor(Scale what, T magnitude, T bit) {
  if (std::isnan(magnitude)) return magnitude;
  if (magnitude == 0) return 1;
  if (what == Scale::small) return std::min(magnitude, T{1});
  if (what == Scale::great) return std::max(magnitude, T{1});
  return std::isinf(magnitude) ? std::numeric_limits<T>::quiet_NaN() : magnitude / bit;
}

template <class T>
T scaled_term(Scale what, T x) {
  if (what == Scale::positive) return x < 0 ? 0 : x;
  if (what == Scale::negative) return x > 0 ? 0 : -x;
  return x == 0 ? 0 : std::isfinite(x) ? 1 / lowest_bit(x) : std::numeric_limits<T>::quiet_NaN();
}

bool is_of_sums(Scale what) { return what == Scale::positive || what == Scale::negative || what == Scale::ulps; }

/// A NaN is worse than all others.
template <class T>
T scaled_choice(Scale what, T x) {
  const bool is_of_least = what == Scale::least || what == Scale::least_negated;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  if (std::isnan(x)) return is_of_least ? infinity : -infinity;
  return what == Scale::least_negated || what == Scale::greatest_negated ? -x : x;
}

bool is_of_choices(Scale what) {
  return what == Scale::least || what == Scale::least_negated || what == Scale::greatest ||
         what == Scale::greatest_negated;
}

template <class T>
T scaled(Scale what, T x) {
  if constexpr (is_pair<T>) {
    if constexpr (std::is_floating_point_v<decltype(x.value)>) x.value = scaled_choice(what, x.value);
    return x;
  } else if constexpr (is_complex<T>) {
    using Part = typename PartOf<T>::type;
    if (is_of_sums(what)) return {scaled_term(what, x.real), scaled_term(what, x.imaginary)};
    const auto bit = [](Part part) {
      return part != 0 && std::isfinite(part) ? lowest_bit(part) : std::numeric_limits<Part>::infinity();
    };
    return {scaled_factor(what, std::hypot(x.real, x.imaginary), std::min(bit(x.real), bit(x.imaginary))), 0};
  } else if constexpr (std::is_floating_point_v<T>) {
    if (is_of_choices(what)) return scaled_choice(what, x);
    if (is_of_sums(what)) return scaled_term(what, x);
    const bool has_bit = x != 0 && std::isfinite(x);
    return scaled_factor(what, std::abs(x), has_bit ? lowest_bit(x) : T{1});
  } else {
    return x;
  }
}

/// Without NaNs the value is known but for the sign of a zero, and of equal values the least index. With NaNs, the
/// value is somebody's, and so is the index.
template <class T>
bool can_be_as(Op op, const std::byte* found, std::span<const std::vector<std::byte>> operands) {
  const auto is_better = [op](auto a, auto b) { return op == Op::max || op == Op::maxloc ? a > b : a < b; };
  std::vector<T> all;
  for (const auto& operand : operands) all.push_back(load<T>(operand.data()));
  const auto x = load<T>(found);
  if constexpr (is_pair<T>) {
    if constexpr (std::is_floating_point_v<decltype(x.value)>) {
      const auto some = [&](auto is) { return std::ranges::any_of(all, is); };
      if (!some([&](const T& o) { return is_same(o.value, x.value); })) return false;
      if (some([](const T& o) { return std::isnan(o.value); }))
        return some([&](const T& o) {
          return o.index == x.index && (o.value == x.value || is_same(o.value, x.value));  // a NaN is equal to none
        });
      auto least = std::numeric_limits<decltype(x.index)>::max();
      for (const T& o : all) {
        if (is_better(o.value, x.value)) return false;
        if (o.value == x.value) least = std::min(least, o.index);
      }
      return x.index == least;
    }
    return false;
  } else if constexpr (std::is_floating_point_v<T>) {
    if (std::ranges::none_of(all, [&](T o) { return is_same(o, x); })) return false;
    return std::ranges::any_of(all, [](T o) { return std::isnan(o); }) ||
           std::ranges::none_of(all, [&](T o) { return is_better(o, x); });
  } else {
    return false;
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
  using enum Scale;
  if ((is_extreme(op) || is_located(op)) && has_nans(type))
    return is_least(op) ? std::vector{least, least_negated} : std::vector{greatest, greatest_negated};
  if (exact(op, type)) return {};
  return op == Op::sum ? std::vector{positive, negative, ulps} : std::vector{small, great, digits};
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

bool can_be(Op op, Type type, const std::byte* found, std::span<const std::vector<std::byte>> operands) {
  return visit(type, [&]<class T>(std::type_identity<T>) { return can_be_as<T>(op, found, operands); });
}

std::size_t hash(Type type, const std::byte* element) {
  return visit(type, [&]<class T>(std::type_identity<T>) { return hash_of(load<T>(element)); });
}

std::string print(Type type, const std::byte* element) {
  return visit(type, [&]<class T>(std::type_identity<T>) { return print_as(load<T>(element)); });
}

}  // namespace tutti::conform
