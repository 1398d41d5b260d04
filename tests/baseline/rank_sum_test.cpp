// Compiled with -O1, since it counts many ways.
// The rank sum test against an exhaustive count, and Holm's correction against its definition.
#include "verified/baseline/rank_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/support/property.hpp"
#include "verified/baseline/holm.hpp"

namespace tutti::baseline {
namespace {

using Values = std::vector<double>;

/// The sum of the mean ranks of those values that `chosen` has a bit for.
double rank_sum(const Values& all, std::uint64_t chosen) {
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!(chosen >> i & 1)) continue;
    for (const double other : all) sum += other < all[i] ? 1 : other == all[i] ? 0.5 : 0;
    sum += 0.5;
  }
  return sum;
}

/// Over every way to choose as many as `a` has.
double exhaustive_p(const Values& a, const Values& b) {
  auto all = a;
  all.insert(all.end(), b.begin(), b.end());
  const double seen = rank_sum(all, (1U << a.size()) - 1);
  double ways = 0, below = 0, above = 0;
  for (unsigned chosen = 0; chosen < 1U << all.size(); ++chosen) {
    if (static_cast<std::size_t>(std::popcount(chosen)) != a.size()) continue;
    const double sum = rank_sum(all, chosen);
    ++ways;
    below += sum <= seen;
    above += sum >= seen;
  }
  return std::min(1.0, 2 * std::min(below, above) / ways);
}

Values draw_values(int n, int kinds) {
  Values values;
  for (int i = 0; i < n; ++i) values.push_back(draw(kinds));
  return values;
}

TEST_CASE("the rank sum test counts exactly what an exhaustive count does, with ties and without") {
  property("p is the share of the ways to draw", [] {
    const int kinds = draw(2) == 0 ? 4 : 1000;
    const auto a = draw_values(1 + draw(5), kinds), b = draw_values(1 + draw(5), kinds);
    RC_ASSERT(std::abs(rank_sum_p(a, b) - exhaustive_p(a, b)) < 1e-9);
  });
}

TEST_CASE("the rank sum test does not depend on which sample comes first, nor on the unit") {
  property(
      "p is symmetric and knows ranks alone",
      [] {
        const auto a = draw_values(1 + draw(30), 50), b = draw_values(1 + draw(30), 50);
        auto larger_a = a, larger_b = b;
        for (auto* values : {&larger_a, &larger_b})
          for (double& x : *values) x = std::exp(x / 10);
        RC_ASSERT(std::abs(rank_sum_p(a, b) - rank_sum_p(b, a)) < 1e-9);
        RC_ASSERT(std::abs(rank_sum_p(a, b) - rank_sum_p(larger_a, larger_b)) < 1e-9);
        RC_ASSERT(rank_sum_p(a, a) > 0.9);
      },
      40);
}

TEST_CASE("samples that are apart give the smallest p that there is, and equal ones give 1") {
  const Values low{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, high{11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
  CHECK(rank_sum_p(low, high) == doctest::Approx(2.0 / 184756));
  CHECK(rank_sum_p(Values(10, 1.0), Values(10, 1.0)) == 1);
  CHECK(rank_sum_p(Values(30, 1.0), Values(30, 1.0)) == 1);
}

/// What exhaustive_p() counts, for samples too large for it: the ways to each sum, with ranks doubled to be whole.
double counted_p(const Values& a, const Values& b) {
  auto all = a;
  all.insert(all.end(), b.begin(), b.end());
  const auto doubled_rank = [&](std::size_t i) {
    return static_cast<std::size_t>(2 * rank_sum(all, std::uint64_t{1} << i));
  };
  const std::size_t largest = all.size() * (all.size() + 1);
  // ways[k][s]: to choose k of the values looked at so far with s as the sum of their doubled ranks
  std::vector<Values> ways(a.size() + 1, Values(largest + 1));
  ways[0][0] = 1;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto rank = doubled_rank(i);
    if (i < a.size()) seen += rank;
    for (std::size_t k = a.size(); k > 0; --k)
      for (std::size_t s = rank; s <= largest; ++s) ways[k][s] += ways[k - 1][s - rank];
  }
  double total = 0, below = 0, above = 0;
  for (std::size_t s = 0; s <= largest; ++s) {
    total += ways.back()[s];
    if (s <= seen) below += ways.back()[s];
    if (s >= seen) above += ways.back()[s];
  }
  return std::min(1.0, 2 * std::min(below, above) / total);
}

TEST_CASE("above 40 values, where the normal distribution takes over, p is that of the exact count within 0.02") {
  property(
      "the two meet",
      [] {
        const int kinds = draw(2) == 0 ? 30 : 1000;
        const auto a = draw_values(15 + draw(11), kinds), b = draw_values(26 + draw(10), kinds);
        RC_ASSERT(a.size() + b.size() > 40);
        RC_ASSERT(std::abs(rank_sum_p(a, b) - counted_p(a, b)) < 0.02);
      },
      40);
}

TEST_CASE("Holm's correction is that of its definition, and never less than the p-value nor more than Bonferroni's") {
  CHECK(holm({0.01, 0.04, 0.03}) == std::vector<double>{0.03, 0.06, 0.06});
  CHECK(holm({}).empty());
  property("bounds and order", [] {
    std::vector<double> p;
    for (int i = 1 + draw(40); i > 0; --i) p.push_back(draw(1001) / 1000.0);
    const auto corrected = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      RC_ASSERT(corrected[i] >= p[i]);
      RC_ASSERT(corrected[i] <= std::min(1.0, static_cast<double>(p.size()) * p[i]));
      for (std::size_t j = 0; j < p.size(); ++j) RC_ASSERT((p[i] > p[j] || corrected[i] <= corrected[j]));
    }
  });
}

}  // namespace
}  // namespace tutti::baseline
