// Rounding, and what only looks like it.
#include "verified/op/black_box/beyond_rounding.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace tutti::op {
namespace {

using Combine = double (*)(double, double);

/// x ∘ y of doubles.
template <Combine combine>
void each(void* invec, void* inoutvec, int* len, void*) {
  const auto* in = static_cast<const double*>(invec);
  auto* inout = static_cast<double*>(inoutvec);
  for (int i = 0; i < *len; ++i) inout[i] = combine(in[i], inout[i]);
}

double sum(double a, double b) { return a + b; }
double product(double a, double b) { return a * b; }
double norm(double a, double b) { return std::sqrt(a * a + b * b); }
double log_of_sum(double a, double b) { return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b))); }
double parallel(double a, double b) { return 1 / (1 / a + 1 / b); }
double difference(double a, double b) { return a - b; }
double greatest_until_infinity(double a, double b) { return std::isnan(a - b) ? 0 : a > b ? a : b; }
double infinite_or_greatest(double a, double b) { return std::isinf(a) ? a : a > b ? a : b; }
double sum_unless_rounded(double a, double b) { return (a + b) - a != b ? a - b : a + b; }

template <Combine combine>
bool is_beyond(Law law) {
  const Trial trial{.type = parse_type("double"), .function = Function::of(each<combine>, "f"), .pre = {}};
  return beyond_rounding(trial, law, 60).has_value();
}

TEST_CASE("sums, products, norms, logarithms of sums and harmonic sums are right but for rounding") {
  CHECK(!is_beyond<sum>(Law::associative));
  CHECK(!is_beyond<product>(Law::associative));
  CHECK(!is_beyond<norm>(Law::associative));
  CHECK(!is_beyond<log_of_sum>(Law::associative));
  CHECK(!is_beyond<parallel>(Law::associative));
}

TEST_CASE("what tells infinities, or numbers that were rounded, from others is wrong by more than that") {
  CHECK(is_beyond<difference>(Law::commutative));
  CHECK(is_beyond<greatest_until_infinity>(Law::associative));
  CHECK(is_beyond<infinite_or_greatest>(Law::commutative));
  CHECK(is_beyond<sum_unless_rounded>(Law::associative));
  CHECK(is_beyond<sum_unless_rounded>(Law::commutative));
}

TEST_CASE(
    "two numbers are far apart by more than half of their digits, counted from the square of the largest operand") {
  const auto type = parse_type("double");
  const auto far = [&](double x, double a, double b) {
    const std::byte *operands[] = {reinterpret_cast<const std::byte*>(&x)},
                    *results[] = {reinterpret_cast<const std::byte*>(&a), reinterpret_cast<const std::byte*>(&b)};
    return far_apart(type, operands, results, results[0], results[1]);
  };
  CHECK(!far(1, 1, 1 + 0x1p-26));
  CHECK(far(1, 1, 1 + 0x1p-25));
  CHECK(!far(8, 1, 1 + 0x1p-20));
  CHECK(far(8, 1, 1 + 0x1p-19));
  CHECK(!far(1, INFINITY, INFINITY));
  CHECK(far(1, INFINITY, -INFINITY));
  CHECK(far(INFINITY, INFINITY, 1));
  CHECK(!far(65, 1, 2));
  CHECK(!far(0x1p-1074, 1, 2));
}

}  // namespace
}  // namespace tutti::op
