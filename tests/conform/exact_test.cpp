// Exact sums and products, and the bounds for rounded ones: what a tree computes is within, what was lost is not.
#include "verified/conform/judge/exact.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <vector>

#include "reference/scalar.hpp"
#include "tests/support/property.hpp"
#include "verified/conform/judge/dyadic.hpp"

namespace tutti::conform {
namespace {

template <class T>
const std::byte* bytes(const T& x) {
  return reinterpret_cast<const std::byte*>(&x);
}

template <class T>
std::optional<Wrong> judged(Op op, Type type, const std::vector<T>& numbers, const T& found) {
  std::vector<const std::byte*> contributions;
  for (const auto& x : numbers) contributions.push_back(bytes(x));
  return beyond_bound(op, type, contributions, bytes(found));
}

/// A draw() over many magnitudes and both signs.
double any_number(int spread) {
  return std::ldexp(static_cast<double>(draw(1 << 30)) - (1 << 29), draw(2 * spread + 1) - spread - 29);
}

template <class T>
void draw_number(T& x) {
  x = static_cast<T>(any_number(4));
}
template <class T>
void draw_number(Complex<T>& x) {
  x = {static_cast<T>(any_number(4)), static_cast<T>(any_number(4))};
}

template <class T>
std::vector<T> any_numbers() {
  std::vector<T> numbers(static_cast<std::size_t>(1 + draw(12)));
  for (auto& x : numbers) draw_number(x);
  return numbers;
}

/// By neighbours in any order, until one is left.
template <Op op, class T>
T combined_anyhow(std::vector<T> numbers) {
  while (numbers.size() > 1) {
    const auto at = numbers.begin() + draw(static_cast<int>(numbers.size()) - 1);
    at[0] = combine<op>(at[0], at[1]);
    numbers.erase(at + 1);
  }
  return numbers.front();
}

template <Op op, class T>
void holds_for_any_bracketing(Type type) {
  const std::string name = std::string(row(op).name) + "/" + std::string(row(type).name);
  property("any bracketing of " + name + " is within the bound", [&] {
    const auto numbers = any_numbers<T>();
    RC_ASSERT_FALSE(judged(op, type, numbers, combined_anyhow<op>(numbers)));
  });
}

TEST_CASE("what any bracketing computes is within the bound") {
  holds_for_any_bracketing<Op::sum, float>(Type::float_);
  holds_for_any_bracketing<Op::sum, double>(Type::double_);
  holds_for_any_bracketing<Op::sum, long double>(Type::long_double);
  holds_for_any_bracketing<Op::sum, Complex<float>>(Type::float_complex);
  holds_for_any_bracketing<Op::sum, Complex<double>>(Type::double_complex);
  holds_for_any_bracketing<Op::prod, float>(Type::float_);
  holds_for_any_bracketing<Op::prod, double>(Type::double_);
  holds_for_any_bracketing<Op::prod, long double>(Type::long_double);
  holds_for_any_bracketing<Op::prod, Complex<float>>(Type::float_complex);
  holds_for_any_bracketing<Op::prod, Complex<double>>(Type::double_complex);
}

TEST_CASE("a sum without one of its numbers is a wrong value, and one of floats is rounding") {
  property("a sum without one of its numbers is a wrong value", [] {
    auto numbers = any_numbers<double>();
    for (auto& x : numbers) x = std::fabs(x) + 1;
    RC_PRE(numbers.size() > 1);
    auto others = numbers;
    others.erase(others.begin() + draw(static_cast<int>(others.size())));
    const auto wrong = judged(Op::sum, Type::double_, numbers, combined_anyhow<Op::sum>(others));
    RC_ASSERT(wrong);
    RC_ASSERT(wrong->kind == Kind::wrong_value);
  });
  const std::vector<double> tenths(10, 0.1);
  const auto wrong = judged(Op::sum, Type::double_, tenths, 1 + 0x1p-44);
  REQUIRE(wrong);
  CHECK(wrong->kind == Kind::rounding);
  CHECK(
      wrong->text ==
      "found 1.00000000000005684342 where the exact sum is 1.00000000000000005551, and roundings in no order give such "
      "a difference");
  CHECK(judged(Op::sum, Type::double_, tenths, static_cast<double>(0.1f) * 10)->kind == Kind::rounding);
  CHECK(judged(Op::sum, Type::double_, tenths, 1.001)->kind == Kind::wrong_value);
}

TEST_CASE("the bound is Higham's to the last unit") {
  // γ_1·(1 + 1) = 2u/(1 - u) with u = 2^-53, and numbers above 2 are 4u apart: 2 - 2u is within it, 2 - 4u is not.
  const std::vector<double> ones{1, 1};
  CHECK_FALSE(judged(Op::sum, Type::double_, ones, 2 - 0x1p-52));
  CHECK(judged(Op::sum, Type::double_, ones, 2 - 0x1p-51)->kind == Kind::rounding);
  CHECK(judged(Op::sum, Type::double_, ones, 2 + 0x1p-51)->kind == Kind::rounding);
  CHECK_FALSE(judged(Op::prod, Type::double_, ones, 1 - 0x1p-53));
  CHECK(judged(Op::prod, Type::double_, ones, 1 + 0x1p-51)->kind == Kind::rounding);
  CHECK(judged(Op::sum, Type::double_, std::vector<double>{1}, 1 + 0x1p-52)->kind == Kind::wrong_value);
}

TEST_CASE("a complex number is judged part by part in a sum, and as a whole in a product") {
  const std::vector<Complex<double>> sum{{1, 0x1p-30}, {1, 0x1p-30}};
  CHECK_FALSE(judged(Op::sum, Type::double_complex, sum, {2, 0x1p-29}));
  CHECK(judged(Op::sum, Type::double_complex, sum, {2, 0x1p-29 + 0x1p-60})->text.ends_with("(imaginary part)"));
  const std::vector<Complex<double>> product{{1, 1}, {1, -1}};
  CHECK_FALSE(judged(Op::prod, Type::double_complex, product, {2, 0x1p-53}));
  CHECK(judged(Op::prod, Type::double_complex, product, {2, 0x1p-40})->kind == Kind::rounding);
  CHECK(judged(Op::prod, Type::double_complex, product, {2, 2})->kind == Kind::wrong_value);
}

TEST_CASE("a NaN must stay one, an infinity must not become a number, and what may overflow is not judged") {
  constexpr auto infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto most = std::numeric_limits<double>::max();
  const auto kind = [](const std::vector<double>& numbers, double found, Op op = Op::sum) {
    const auto wrong = judged(op, Type::double_, numbers, found);
    return wrong ? name_of(wrong->kind) : "";
  };
  CHECK(kind({1, nan}, nan) == "");
  CHECK(kind({1, nan}, 1) == "wrong-value");
  CHECK(kind({1, nan}, 1, Op::prod) == "wrong-value");
  CHECK(kind({1, infinity}, infinity) == "");
  CHECK(kind({1, infinity}, 1) == "wrong-value");
  CHECK(kind({infinity, -infinity}, nan) == "");
  CHECK(kind({most, most, -most}, infinity) == "");
  CHECK(kind({most, most, -most}, most) == "");
  CHECK(kind({1, 2}, infinity) == "wrong-value");
  CHECK(kind({1e-200, 1e-200}, 0, Op::prod) == "");
  CHECK(kind({2, 3}, nan, Op::prod) == "wrong-value");
}

TEST_CASE("what does not round is not judged here") {
  CHECK_FALSE(judged(Op::sum, Type::int_, std::vector<int>{1, 2}, 4));
  CHECK_FALSE(judged(Op::max, Type::double_, std::vector<double>{1, 2}, 4.0));
  CHECK_FALSE(judged(Op::band, Type::double_, std::vector<double>{1, 2}, 4.0));
}

TEST_CASE("dyadic numbers compute as integers do") {
  property("dyadic numbers compute as integers do", [] {
    const auto number = [] { return static_cast<std::int64_t>(any_number(29)); };
    const auto a = number(), b = number(), c = number();
    const auto of = [](std::int64_t x) { return Dyadic::of(static_cast<long double>(x)); };
    RC_ASSERT(of(a) + of(b) == of(a + b));
    RC_ASSERT(of(a) - of(b) == of(a - b));
    RC_ASSERT((of(a) <=> of(b)) == (a <=> b));
    RC_ASSERT(of(a >> 30) * of(b >> 30) == of((a >> 30) * (b >> 30)));
    RC_ASSERT(of(a) * (of(b) + of(c)) == of(a) * of(b) + of(a) * of(c));
    RC_ASSERT(of(a).approximation() == static_cast<long double>(a));
    RC_ASSERT(of(a).magnitude() == of(std::abs(a)));
  });
  CHECK(Dyadic::of(std::numeric_limits<double>::denorm_min()) == Dyadic(1, -1074));
  using limits = std::numeric_limits<long double>;
  CHECK(Dyadic::of(1 + limits::epsilon()) == Dyadic(1) + Dyadic(1, 1 - limits::digits));
  CHECK(Dyadic::of(-limits::denorm_min()) == -Dyadic(1, limits::min_exponent - limits::digits));
  CHECK(Dyadic::of(0x1p1000) + Dyadic::of(0x1p-1000) - Dyadic::of(0x1p1000) == Dyadic(1, -1000));
  CHECK(Dyadic::of(0x1p1000) + Dyadic::of(0x1p-1000) > Dyadic::of(0x1p1000));
}

}  // namespace
}  // namespace tutti::conform
