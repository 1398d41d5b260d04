// Compiled with -O1, since it makes thousands of medians for each ratio.
#include "verified/baseline/ratio.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace tutti::baseline {
namespace {

constexpr int resamples = 1000;

using Random = std::mt19937_64;

double median_of_resample(std::span<const double> values, Random& random) {
  std::vector<double> drawn;
  for (std::size_t i = 0; i < values.size(); ++i) drawn.push_back(values[random() % values.size()]);
  return median(std::move(drawn));
}

/// The interval of what is estimated from one sample drawn again after another.
Interval percentiles(const std::function<double(Random&)>& estimate, double confidence) {
  Random random;  // always the same, so that a comparison is
  std::vector<double> estimates;
  for (int i = 0; i < resamples; ++i) estimates.push_back(estimate(random));
  std::ranges::sort(estimates);
  const auto outside = static_cast<std::size_t>(std::floor((1 - confidence) / 2 * resamples));
  return {estimates[outside], estimates[estimates.size() - 1 - outside]};
}

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

Ratio ratio_of_medians(std::span<const double> before, std::span<const double> after, double confidence) {
  const auto all = [](std::span<const double> x) { return std::vector<double>(x.begin(), x.end()); };
  return {median(all(after)) / median(all(before)), percentiles(
                                                        [&](Random& random) {
                                                          const double below = median_of_resample(before, random);
                                                          return median_of_resample(after, random) / below;
                                                        },
                                                        confidence)};
}

Ratio median_of_ratios(std::span<const double> ratios, double confidence) {
  return {median({ratios.begin(), ratios.end()}),
          percentiles([&](Random& random) { return median_of_resample(ratios, random); }, confidence)};
}

}  // namespace tutti::baseline
