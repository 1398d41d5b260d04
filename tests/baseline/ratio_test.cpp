// Compiled with -O1, since it draws many samples.
// Medians, and the bootstrap's intervals for their ratios.
#include "verified/baseline/ratio.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/support/property.hpp"

namespace tutti::baseline {
namespace {

TEST_CASE("the median is the middle value, or the mean of the two in the middle") {
  CHECK(median({3}) == 3);
  CHECK(median({9, 1, 5}) == 5);
  CHECK(median({1, 9, 5, 3}) == 4);
  property("as many are below as above", [] {
    std::vector<double> values;
    for (int i = 1 + draw(50); i > 0; --i) values.push_back(draw_magnitude(-6, 0));
    const double middle = median(values);
    const auto half = std::ssize(values) / 2;
    RC_ASSERT(std::ranges::count_if(values, [=](double x) { return x < middle; }) <= half);
    RC_ASSERT(std::ranges::count_if(values, [=](double x) { return x > middle; }) <= half);
  });
}

TEST_CASE("the interval holds the true ratio about as often as it says, for noise with a heavy tail") {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> noise(0, 0.1);
  std::uniform_real_distribution<double> evenly;
  const auto sample = [&](double seconds) {
    std::vector<double> all;
    for (int launch = 0; launch < 10; ++launch)
      all.push_back(seconds * noise(random) * (evenly(random) < 0.05 ? 5 : 1));
    return all;
  };
  constexpr int tries = 200;
  int held = 0;
  for (int i = 0; i < tries; ++i) {
    const auto [factor, interval] = ratio_of_medians(sample(1e-6), sample(1.5e-6));
    held += interval.low <= 1.5 && 1.5 <= interval.high;
    CHECK(interval.low <= factor);
    CHECK(factor <= interval.high);
  }
  CHECK(held >= tries * 88 / 100);
  CHECK(held < tries);  // else it would say nothing
}

TEST_CASE("a ratio turns with its samples, and is the same each time it is asked for") {
  property(
      "back and forth",
      [] {
        std::vector<double> a, b;
        for (int i = 0; i < 9; ++i) a.push_back(draw_magnitude(-6, -3)), b.push_back(draw_magnitude(-6, -3));
        RC_ASSERT(std::abs(ratio_of_medians(a, b).factor * ratio_of_medians(b, a).factor - 1) < 1e-9);
        RC_ASSERT(ratio_of_medians(a, b).interval == ratio_of_medians(a, b).interval);
        RC_ASSERT(ratio_of_medians(a, a).factor == 1);
      },
      20);
}

}  // namespace
}  // namespace tutti::baseline
