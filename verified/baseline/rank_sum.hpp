// Whether one sample tends to larger values than another: the test of Wilcoxon, Mann and Whitney, which knows nothing
// of how values are distributed.
#pragma once
#include <span>

namespace tutti::baseline {

/// The share of all ways to draw as many values as `a` has from both samples together whose rank sum is as far from the
/// middle as that of `a`, or farther: the two-sided p-value, twice the smaller tail and at most 1. Equal values have
/// their mean rank. Exact for up to 40 values together, by the normal distribution with corrections for ties and for
/// continuity above. Neither sample is empty.
double rank_sum_p(std::span<const double> a, std::span<const double> b);

/// The smallest p-value that samples of so many values can have.
double least_p(std::size_t n, std::size_t m);

}  // namespace tutti::baseline
