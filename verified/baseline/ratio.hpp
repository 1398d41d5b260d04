// By how much the medians of two samples differ, and how surely.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace tutti::baseline {

/// The middle one of `values`, at least one, or the mean of the two in the middle.
double median(std::vector<double> values);

struct Interval {
  double low, high;
  bool operator==(const Interval&) const = default;
};

struct Ratio {
  double factor;  ///< of the medians
  Interval interval;
};

/// The median of `after` in units of that of `before`, with the interval that has it with `confidence`, by the
/// bootstrap: both samples are drawn again from themselves. Values are positive, and neither sample is empty. Of equal
/// arguments the result is the same.
Ratio ratio_of_medians(std::span<const double> before, std::span<const double> after, double confidence = 0.95);

/// Likewise of the median of quotients, which belong together.
Ratio median_of_ratios(std::span<const double> ratios, double confidence);

}  // namespace tutti::baseline
