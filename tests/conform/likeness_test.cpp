#include "verified/conform/judge/likeness.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "reference/operator.hpp"

namespace tutti::conform {
namespace {

template <class T>
const std::byte* bytes(const T& value) {
  return reinterpret_cast<const std::byte*>(&value);
}

/// Combines the operands by any two of them that are neighbours, again and again.
template <class T>
T combined_at_random(const Operator& op, std::vector<T> operands, std::mt19937_64& random) {
  std::ranges::shuffle(operands, random);
  while (operands.size() > 1) {
    const auto at = static_cast<std::ptrdiff_t>(random() % (operands.size() - 1));
    op.combine(&operands[static_cast<std::size_t>(at)], &operands[static_cast<std::size_t>(at + 1)],
               &operands[static_cast<std::size_t>(at)]);
    operands.erase(operands.begin() + at + 1);
  }
  return operands.front();
}

/// How one result stands to the other.
template <class T>
Likeness likeness(Op op, Type type, T found, T due, const std::vector<T>& operands, std::mt19937_64& random) {
  std::vector<T> known;
  for (const auto what : scales(op, type)) {
    auto scaled = operands;
    scale(what, type, reinterpret_cast<std::byte*>(scaled.data()), static_cast<std::int64_t>(scaled.size()));
    known.push_back(combined_at_random(Operator(op, type), scaled, random));
  }
  std::vector<const std::byte*> addresses;
  for (const auto& k : known) addresses.push_back(bytes(k));
  return compare(op, type, bytes(found), bytes(due), addresses, static_cast<int>(operands.size()));
}

/// Of both signs and of exponents that are far apart, or not.
template <class T>
T any_number(std::mt19937_64& random, int exponents) {
  std::uniform_real_distribution<double> mantissa(-2, 2);
  return std::ldexp(static_cast<T>(mantissa(random)),
                    static_cast<int>(random() % static_cast<unsigned>(2 * exponents + 1)) - exponents);
}

template <class T, class Draw>
void never_calls_roundings_different(Op op, Type type, const Draw& draw) {
  CHECK(rc::check([&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const int ranks = 2 + static_cast<int>(random() % 30);
    const auto widest = random() % 2 ? 20u : 2u * static_cast<unsigned>(std::numeric_limits<double>::max_exponent);
    const int exponents = static_cast<int>(random() % widest);
    std::vector<T> operands;
    for (int r = 0; r < ranks; ++r) operands.push_back(draw(random, exponents));
    const Operator combine(op, type);
    const auto one = combined_at_random(combine, operands, random),
               other = combined_at_random(combine, operands, random);
    RC_ASSERT(likeness(op, type, one, other, operands, random) != Likeness::different);
  }));
}

TEST_CASE("two results whose numbers were rounded, over- or underflew in any order are never called different") {
  for (const auto op : {Op::sum, Op::prod}) {
    never_calls_roundings_different<float>(op, Type::float_, any_number<float>);
    never_calls_roundings_different<double>(op, Type::double_, any_number<double>);
    const auto complex = [](std::mt19937_64& random, int exponents) {
      return Complex<float>{any_number<float>(random, exponents), any_number<float>(random, exponents)};
    };
    never_calls_roundings_different<Complex<float>>(op, Type::float_complex, complex);
  }
}

TEST_CASE("a sum or a product of doubles that was rounded to float is different") {
  CHECK(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<double> operands;
    for (int r = 0; r < 4; ++r) operands.push_back(1 + 1e-3 * static_cast<double>(random() % 1000) + 1e-9);
    for (const auto op : {Op::sum, Op::prod}) {
      const auto due = combined_at_random(Operator(op, Type::double_), operands, random);
      const double found = static_cast<float>(due);
      if (found != due) RC_ASSERT(likeness(op, Type::double_, found, due, operands, random) == Likeness::different);
    }
  }));
}

Likeness of_doubles(Op op, double found, double due, const std::vector<double>& operands) {
  std::mt19937_64 random(1);
  return likeness(op, Type::double_, found, due, operands, random);
}

TEST_CASE("a product with a partial one that is denormal in some order is nobody's fault") {
  CHECK(of_doubles(Op::prod, 6.2437809078226526e-10, 6.2437768322728163e-10, {1e-310, 1.7e308, 3.7e-8}) ==
        Likeness::may_be_rounding);
}

TEST_CASE("a NaN may be an extreme or not, but no sum of a NaN is a number") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(of_doubles(Op::max, nan, 1, {nan, 1}) == Likeness::may_be_rounding);
  CHECK(of_doubles(Op::max, 2, 1, {1, 1}) == Likeness::different);
  CHECK(of_doubles(Op::max, -0.0, 0.0, {-0.0, 0.0}) == Likeness::may_be_rounding);
  CHECK(of_doubles(Op::sum, nan, -nan, {nan, 1}) == Likeness::same);
  CHECK(of_doubles(Op::sum, 0, nan, {nan, 1}) == Likeness::different);
}

TEST_CASE("a result that is no number is different where nothing can overflow") {
  const double infinite = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max();
  CHECK(of_doubles(Op::sum, infinite, 1, {1, 2, -2}) == Likeness::different);
  CHECK(of_doubles(Op::sum, infinite, 1, {1, most, -most / 2}) == Likeness::may_be_rounding);
  CHECK(of_doubles(Op::prod, infinite, 1, {1, 2, .5}) == Likeness::different);
  CHECK(of_doubles(Op::prod, infinite, 1, {most, most, 1 / most}) == Likeness::may_be_rounding);
}

TEST_CASE("infinities are of the sign of those that are combined, and two of them make a NaN only with both signs") {
  const double infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN(),
               most = std::numeric_limits<double>::max();
  CHECK(of_doubles(Op::sum, nan, infinite, {infinite, 1, 1}) == Likeness::different);
  CHECK(of_doubles(Op::sum, -infinite, infinite, {infinite, 1, 1}) == Likeness::different);
  CHECK(of_doubles(Op::sum, 2, infinite, {infinite, 1, 1}) == Likeness::different);
  CHECK(of_doubles(Op::sum, nan, infinite, {most, most, -most, -most}) == Likeness::may_be_rounding);
  CHECK(of_doubles(Op::sum, infinite, 1, {1e308, -1e308, 1}) == Likeness::different);
  CHECK(of_doubles(Op::prod, nan, 2e10, {1e5, 1e5, 2}) == Likeness::different);
  CHECK(of_doubles(Op::prod, 1, nan, {nan, 1, 1}) == Likeness::different);
  CHECK(of_doubles(Op::prod, 1, infinite, {infinite, 1e-300, 1e-300}) == Likeness::different);
  CHECK(of_doubles(Op::prod, nan, infinite, {infinite, 1e-300, 1e-300}) == Likeness::may_be_rounding);
}

TEST_CASE("a product whose partial ones underflow is no greater than what can be lost") {
  CHECK(of_doubles(Op::prod, 1e-3, 0, {1e-200, 1e-200, 1e300}) == Likeness::different);
  CHECK(of_doubles(Op::prod, 1e-100, 0, {1e-200, 1e-200, 1e300}) == Likeness::may_be_rounding);
}

TEST_CASE("zeros have the sign that every order gives them") {
  CHECK(of_doubles(Op::sum, -0.0, 0.0, {0.0, 0.0, -0.0}) == Likeness::different);
  CHECK(of_doubles(Op::sum, 0.0, -0.0, {-0.0, -0.0}) == Likeness::may_be_rounding);  // from an identity that is +0
  CHECK(of_doubles(Op::prod, 1, 0, {0, 2, .5}) == Likeness::different);
  CHECK(of_doubles(Op::prod, 0, -0.0, {0, 2, -.5}) == Likeness::different);
}

/// Small multiples of a power of two.
template <class T>
T few_digits(std::mt19937_64& random, int exponent) {
  return std::ldexp(static_cast<T>(static_cast<int>(random() % 15) - 7), exponent);
}

TEST_CASE("where nothing has to be rounded, what is off by the last bit is different, and no order is") {
  constexpr double upwards = std::numeric_limits<double>::infinity();
  CHECK(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto op = random() % 2 ? Op::sum : Op::prod;
    const int exponent = static_cast<int>(random() % 40) - 20;
    std::vector<double> operands;
    std::vector<Complex<double>> complex;
    for (std::uint64_t r = 2 + random() % 6; r > 0; --r) {
      operands.push_back(few_digits<double>(random, exponent));
      complex.push_back({few_digits<double>(random, exponent), few_digits<double>(random, exponent)});
    }
    const auto due = combined_at_random(Operator(op, Type::double_), operands, random);
    const auto again = combined_at_random(Operator(op, Type::double_), operands, random);
    RC_ASSERT(likeness(op, Type::double_, again, due, operands, random) != Likeness::different);
    const auto off = std::nextafter(due, upwards);
    RC_ASSERT(likeness(op, Type::double_, off, due, operands, random) == Likeness::different);
    const auto both = combined_at_random(Operator(op, Type::double_complex), complex, random);
    const auto both_again = combined_at_random(Operator(op, Type::double_complex), complex, random);
    RC_ASSERT(likeness(op, Type::double_complex, both_again, both, complex, random) != Likeness::different);
    const Complex<double> both_off{both.real, std::nextafter(both.imaginary, upwards)};
    RC_ASSERT(likeness(op, Type::double_complex, both_off, both, complex, random) == Likeness::different);
  }));
}

template <class T>
bool may_be(Op op, Type type, T found, const std::vector<T>& operands) {
  std::vector<std::vector<std::byte>> all;
  for (const auto& operand : operands) all.emplace_back(bytes(operand), bytes(operand) + sizeof operand);
  return can_be(op, type, bytes(found), all);
}

TEST_CASE("an extreme is one of the operands, and a NaN only where one of them is") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto max = [](double found, const std::vector<double>& operands) {
    return may_be(Op::max, Type::double_, found, operands);
  };
  CHECK(max(nan, {1, nan, 3}));
  CHECK(max(1, {1, nan, 3}));
  CHECK_FALSE(max(77, {1, nan, 3}));
  CHECK_FALSE(max(nan, {1, 3}));
  CHECK_FALSE(max(-1e308, {nan, nan}));
  CHECK(max(-0.0, {-0.0, 0.0}));
  CHECK_FALSE(max(-0.0, {0.0, 0.0}));
  CHECK_FALSE(max(-0.0, {0.0, -0.0, 1}));
}

TEST_CASE("beside NaNs an extreme may be any of the other operands, and lies between these") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto is = [&](Op op, double found) { return of_doubles(op, found, nan, {3, nan, -5, 1}); };
  for (const auto op : {Op::max, Op::min}) {
    for (const double one : {3.0, -5.0, 1.0}) CHECK(is(op, one) == Likeness::may_be_rounding);
    CHECK(is(op, 3.5) == Likeness::different);
    CHECK(is(op, -6) == Likeness::different);
    CHECK(of_doubles(op, 0, nan, {nan, nan}) == Likeness::different);
  }
}

TEST_CASE("of one or two numbers there is one sum and one product, infinite or not") {
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(of_doubles(Op::sum, std::nextafter(0.1, 1), 0.1, {0.1}) == Likeness::different);
  CHECK(of_doubles(Op::sum, 42, infinite, {1e308, 1e308}) == Likeness::different);
  CHECK(of_doubles(Op::prod, 3, infinite, {1e200, 1e200}) == Likeness::different);
}

TEST_CASE("the index of an extreme is that of its value, the least where values are equal") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using At = Pair<double>;
  const auto least = [](At found, const std::vector<At>& operands) {
    return may_be(Op::minloc, Type::double_int, found, operands);
  };
  CHECK(least({-0.0, 1}, {{0.0, 1}, {-0.0, 2}}));
  CHECK(least({0.0, 1}, {{0.0, 1}, {-0.0, 2}}));
  CHECK_FALSE(least({0.0, 2}, {{0.0, 1}, {-0.0, 2}}));
  CHECK_FALSE(least({0.0, 4}, {{0.0, 1}, {-0.0, 2}}));
  CHECK(least({7, 2}, {{5, 0}, {nan, 1}, {7, 2}}));
  CHECK_FALSE(least({4, 1}, {{5, 0}, {nan, 1}, {7, 2}}));
  CHECK_FALSE(least({7, 0}, {{5, 0}, {nan, 1}, {7, 2}}));
  CHECK(least({nan, 1}, {{5, 0}, {nan, 1}, {7, 2}}));
}

TEST_CASE("in whatever order extremes among NaNs and zeros are taken, the result can be") {
  CHECK(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const double values[] = {0.0, -0.0, 1, -1, std::numeric_limits<double>::quiet_NaN()};
    const std::uint64_t kinds = random() % 2 ? 4 : 5;
    std::vector<double> operands;
    std::vector<Pair<double>> located;
    for (int r = 2 + static_cast<int>(random() % 8); r > 0; --r) {
      operands.push_back(values[random() % kinds]);
      located.push_back({operands.back(), static_cast<int>(random() % 4)});
    }
    for (const auto op : {Op::max, Op::min})
      RC_ASSERT(may_be(op, Type::double_, combined_at_random(Operator(op, Type::double_), operands, random), operands));
    for (const auto op : {Op::maxloc, Op::minloc})
      RC_ASSERT(
          may_be(op, Type::double_int, combined_at_random(Operator(op, Type::double_int), located, random), located));
  }));
}

TEST_CASE("integers are the same or different, and of truth values only whether they are zero") {
  const int one = 1, two = 2;
  CHECK(compare(Op::sum, Type::int_, bytes(one), bytes(one), {}, 2) == Likeness::same);
  CHECK(compare(Op::land, Type::int_, bytes(two), bytes(one), {}, 2) == Likeness::different);
  const Bool yes{1}, also{2}, no{0};
  CHECK(compare(Op::lor, Type::bool_, bytes(yes), bytes(also), {}, 2) == Likeness::same);
  CHECK(compare(Op::lor, Type::bool_, bytes(yes), bytes(no), {}, 2) == Likeness::different);
}

TEST_CASE("what nobody can tell apart has one hash") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto of = [](double x) { return hash(Type::double_, bytes(x)); };
  CHECK(of(nan) == of(-nan));
  CHECK(of(0.0) == of(-0.0));
  CHECK(of(1) != of(std::nextafter(1, 2)));
}

}  // namespace
}  // namespace tutti::conform
