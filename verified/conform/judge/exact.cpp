#include "verified/conform/judge/exact.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "reference/scalar.hpp"
#include "verified/conform/judge/dyadic.hpp"

namespace tutti::conform {
namespace {

template <class T>
constexpr int digits = std::numeric_limits<T>::digits;

std::string print(long double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.21Lg", value);
  return text;
}

/// How many times the bound an error is that leaves less than a third of the digits.
template <class T>
Dyadic far() {
  return Dyadic(1, digits<T> * 2 / 3);
}

/// `error` > `bound`, both scaled by the same factor, is wrong, and a wrong value from `far` times the bound on.
struct Margin {
  Dyadic error, bound, far;
};

std::optional<Wrong> judge(const Margin& margin, const std::string& found, const std::string& exact) {
  if (margin.error <= margin.bound) return std::nullopt;
  const auto kind = margin.error > margin.bound * margin.far ? Kind::wrong_value : Kind::rounding;
  return Wrong{kind,
               "found " + found + " where the exact " + exact + ", and roundings in no order give such a difference"};
}

/// |found - exact| and γ_{n-1}·scale, both times 2^d - (n-1), where u = 2^-d.
template <class T>
Margin margin_of(T found, const Dyadic& exact, const Dyadic& scale, std::size_t n) {
  const Dyadic steps(n - 1), unit(1, digits<T>);
  return {(Dyadic::of(found) - exact).magnitude() * (unit - steps), scale * steps, far<T>()};
}

template <class T>
bool finite(const std::vector<T>& numbers) {
  return std::ranges::all_of(numbers, [](T x) { return std::isfinite(x); });
}

/// Where not all are finite.
template <class T>
std::optional<Wrong> judge_special(Op op, const std::vector<T>& numbers, T found) {
  const auto some = [&](auto is) { return std::ranges::any_of(numbers, is); };
  if (some([](T x) { return std::isnan(x); })) {
    if (std::isnan(found)) return std::nullopt;
    return Wrong{Kind::wrong_value, "found " + print(found) + " where a NaN is among the contributions"};
  }
  if (op != Op::sum) return std::nullopt;
  const bool plus = some([](T x) { return std::isinf(x) && x > 0; });
  const bool minus = some([](T x) { return std::isinf(x) && x < 0; });
  long double magnitude = 0;  // of a partial sum, which may become infinite by itself
  for (const T x : numbers) magnitude += std::isinf(x) ? 0 : std::fabs(static_cast<long double>(x));
  const bool overflows = !(magnitude < static_cast<long double>(std::numeric_limits<T>::max()) / 2);
  if (std::isnan(found) && (overflows || (plus && minus))) return std::nullopt;
  if (std::isinf(found) && (found > 0 ? plus && !minus : minus && !plus)) return std::nullopt;
  if (std::isinf(found) && overflows && !(plus && minus)) return std::nullopt;
  return Wrong{Kind::wrong_value, "found " + print(found) + " where " +
                                      (plus && minus ? "infinities of both signs are" : "an infinity is") +
                                      " among the contributions"};
}

/// A quick and safe yes for nearly everything, in long double.
template <class T>
bool surely_within(T found, long double exact, long double scale, std::size_t n) {
  constexpr bool precise = digits<long double> >= digits<T> + 11;  // its own errors are below 1 % of the bound
  if (!precise || n > 1000) return false;
  const auto bound = static_cast<long double>(n - 1) * std::ldexp(0.98L, -digits<T>) * scale;
  return std::fabs(static_cast<long double>(found) - exact) <= bound;
}

template <class T>
std::optional<Wrong> judge_sum(const std::vector<T>& numbers, T found) {
  long double about = 0, scale_about = 0;
  for (const T x : numbers) {
    about += static_cast<long double>(x);
    scale_about += std::fabs(static_cast<long double>(x));
  }
  if (surely_within(found, about, scale_about, numbers.size())) return std::nullopt;
  Dyadic exact, scale;
  for (const T x : numbers) {
    exact = exact + Dyadic::of(x);
    scale = scale + Dyadic::of(x).magnitude();
  }
  const bool may_overflow = scale > Dyadic::of(std::numeric_limits<T>::max() / 2);
  if (may_overflow && !std::isfinite(found)) return std::nullopt;  // a finite sum has finite partial sums
  const auto due = "sum is " + print(exact.approximation());
  if (!std::isfinite(found)) return Wrong{Kind::wrong_value, "found " + print(found) + " where the exact " + due};
  return judge(margin_of(found, exact, scale, numbers.size()), print(found), due);
}

/// Whether products of some of the numbers, given by their magnitudes, may leave the range in which T is precise; with
/// room for the parts of complex products. Where the result is finite none was too great.
template <class T>
bool leaves_range(const std::vector<long double>& magnitudes, bool is_finite) {
  using limits = std::numeric_limits<T>;
  int greatest = 0, least = 0;  // exponents
  for (const auto m : magnitudes) {
    int exponent = 0;
    std::frexp(m, &exponent);
    if (m == 0) return true;
    if (m == 1) continue;
    greatest += std::max(exponent, 0);
    least += std::min(exponent - 1, 0);
  }
  return (!is_finite && greatest + 2 > limits::max_exponent) || least - 2 * limits::digits < limits::min_exponent;
}

template <class T>
std::optional<Wrong> judge_product(const std::vector<T>& numbers, T found) {
  std::vector<long double> magnitudes;
  for (const T x : numbers) magnitudes.push_back(std::fabs(static_cast<long double>(x)));
  const bool is_exact = leaves_range<T>(magnitudes, std::isfinite(found));  // or nothing is said
  if (is_exact && std::ranges::count_if(magnitudes, [](long double m) { return m != 1; }) > 1) return std::nullopt;
  Dyadic exact(1);
  for (const T x : numbers) exact = exact * Dyadic::of(x);
  const auto due = "product is " + print(exact.approximation());
  if (!std::isfinite(found)) return Wrong{Kind::wrong_value, "found " + print(found) + " where the exact " + due};
  return judge(margin_of(found, exact, exact.magnitude(), is_exact ? 1 : numbers.size()), print(found), due);
}

template <class T>
T flushed(T x) {
  return std::fabs(x) < std::numeric_limits<T>::min() ? T{0} : x;
}

/// Every number and every partial result may have lost what it had below the
/// least normal number.
template <std::floating_point T>
bool may_be_flushed(Op op, const std::vector<T>& numbers, T found) {
  if (!finite(numbers) || !std::isfinite(found)) return false;
  if (is_extreme(op)) {
    T due = numbers.front();
    for (const T x : numbers) due = op == Op::max ? std::max(due, x) : std::min(due, x);
    return flushed(found) == 0 && flushed(due) == 0;
  }
  if (op == Op::prod) {
    const auto is_denormal = [](T x) { return flushed(x) == 0; };
    return found == 0 && std::ranges::any_of(numbers, is_denormal);
  }
  if (flushed(found) != found) return false;
  Dyadic exact, scale;
  for (const T x : numbers) {
    exact = exact + Dyadic::of(x);
    scale = scale + Dyadic::of(x).magnitude();
  }
  auto margin = margin_of(found, exact, scale, numbers.size());
  const Dyadic lost = Dyadic::of(std::numeric_limits<T>::min()) * Dyadic(2 * numbers.size());
  return margin.error <= margin.bound + lost * Dyadic(1, digits<T>);
}

template <std::floating_point T>
std::optional<Wrong> judge_real(Op op, const std::vector<T>& numbers, T found) {
  if (!finite(numbers)) return judge_special(op, numbers, found);
  return op == Op::sum ? judge_sum(numbers, found) : judge_product(numbers, found);
}

template <class T>
std::string print(Complex<T> c) {
  return print(c.real) + (std::signbit(c.imaginary) ? " - " : " + ") + print(std::fabs(c.imaginary)) + "i";
}

/// (1 + √2·γ_2)^{n-1} - 1, rounded up.
template <class T>
Dyadic relative_bound(std::size_t n) {
  const auto u = std::ldexp(1.0L, -digits<T>);
  const auto step = std::sqrt(2.0L) * 2 * u / (1 - 2 * u);
  return Dyadic::of(std::expm1(static_cast<long double>(n - 1) * std::log1p(step)) * (1 + 0x1p-20L));
}

template <class T>
std::optional<Wrong> judge_complex_product(const std::vector<Complex<T>>& numbers, Complex<T> found) {
  std::vector<long double> magnitudes;
  for (const auto& [real, imaginary] : numbers)
    magnitudes.push_back(std::hypot(static_cast<long double>(real), static_cast<long double>(imaginary)));
  const bool is_finite = std::isfinite(found.real) && std::isfinite(found.imaginary);
  if (!finite(magnitudes) || leaves_range<T>(magnitudes, is_finite)) return std::nullopt;
  Dyadic real(1), imaginary;
  for (const auto& x : numbers) {
    const auto a = Dyadic::of(x.real), b = Dyadic::of(x.imaginary);
    const auto kept = real * a - imaginary * b;
    imaginary = real * b + imaginary * a;
    real = kept;
  }
  const auto due = "product is " + print(Complex<long double>{real.approximation(), imaginary.approximation()});
  if (!is_finite) return Wrong{Kind::wrong_value, "found " + print(found) + " where the exact " + due};
  const auto off = Dyadic::of(found.real) - real, off_too = Dyadic::of(found.imaginary) - imaginary;
  const auto relative = relative_bound<T>(numbers.size());
  const auto scale = real * real + imaginary * imaginary;
  return judge({off * off + off_too * off_too, scale * relative * relative, far<T>() * far<T>()}, print(found), due);
}

template <class T>
std::optional<Wrong> judge_complex(Op op, const std::vector<Complex<T>>& numbers, Complex<T> found) {
  if (op == Op::prod) return judge_complex_product(numbers, found);
  const auto part = [&](T Complex<T>::*which, const std::string& name) {
    std::vector<T> parts;
    for (const auto& x : numbers) parts.push_back(x.*which);
    auto wrong = judge_real(Op::sum, parts, found.*which);
    if (wrong) wrong->text += " (" + name + " part)";
    return wrong;
  };
  const auto real = part(&Complex<T>::real, "real");
  return real ? real : part(&Complex<T>::imaginary, "imaginary");
}

}  // namespace

std::optional<Wrong> beyond_bound(Op op, Type type, std::span<const std::byte* const> contributions,
                                  const std::byte* found) {
  if (!allowed(op, type) || exact(op, type)) return std::nullopt;
  return visit(type, [&]<class T>(std::type_identity<T>) -> std::optional<Wrong> {
    std::vector<T> numbers;
    for (const auto* from : contributions) numbers.push_back(load<T>(from));
    if constexpr (std::floating_point<T>) return judge_real(op, numbers, load<T>(found));
    if constexpr (requires(T x) { x.imaginary; }) return judge_complex(op, numbers, load<T>(found));
    return std::nullopt;
  });
}

bool may_be_flushed(Op op, Type type, std::span<const std::byte* const> contributions, const std::byte* found) {
  if (!allowed(op, type)) return false;
  return visit(type, [&]<class T>(std::type_identity<T>) {
    std::vector<T> numbers;
    for (const auto* from : contributions) numbers.push_back(load<T>(from));
    if constexpr (std::floating_point<T>) return may_be_flushed(op, numbers, load<T>(found));
    if constexpr (requires(T x) { x.imaginary; }) {
      if (op != Op::sum) return false;
      const auto part = [&](auto T::*which) {
        std::vector<decltype(T::real)> parts;
        for (const auto& x : numbers) parts.push_back(x.*which);
        return !judge_real(op, parts, load<T>(found).*which) || may_be_flushed(op, parts, load<T>(found).*which);
      };
      return part(&T::real) && part(&T::imaginary);
    }
    return false;
  });
}

}  // namespace tutti::conform
