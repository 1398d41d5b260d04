#include "verified/baseline/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

namespace tutti::baseline {
namespace {

constexpr std::size_t most_exact = 40;

/// Twice the rank of each value of both samples, those of `a` first, so that mean ranks are whole.
std::vector<int> doubled_ranks(std::span<const double> a, std::span<const double> b) {
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  auto sorted = all;
  std::ranges::sort(sorted);
  std::vector<int> ranks;
  for (const double x : all) {
    const auto first = std::ranges::lower_bound(sorted, x), last = std::ranges::upper_bound(sorted, x);
    ranks.push_back(static_cast<int>(first - sorted.begin()) + static_cast<int>(last - sorted.begin()) + 1);
  }
  return ranks;
}

/// In how many ways `chosen` of the ranks have each sum.
std::vector<double> ways_by_sum(const std::vector<int>& ranks, std::size_t chosen) {
  const auto width = static_cast<std::size_t>(std::accumulate(ranks.begin(), ranks.end(), 0)) + 1;
  std::vector<double> table((chosen + 1) * width);  // a row for each number of ranks that are chosen
  table.front() = 1;
  std::size_t reached = 0, seen = 0;
  for (const int rank : ranks) {
    const auto step = static_cast<std::size_t>(rank);
    reached += step;
    ++seen;
    for (std::size_t k = std::min(chosen, seen); k > 0; --k) {
      double* const to = table.data() + k * width;
      const double* const from = to - width;
      for (std::size_t sum = reached; sum >= step; --sum) to[sum] += from[sum - step];
    }
  }
  return {table.end() - static_cast<std::ptrdiff_t>(width), table.end()};
}

double exact(const std::vector<int>& ranks, std::size_t chosen, int sum) {
  const auto ways = ways_by_sum(ranks, chosen);
  double below = 0, above = 0, all = 0;
  for (std::size_t s = 0; s < ways.size(); ++s) {
    all += ways[s];
    if (static_cast<int>(s) <= sum) below += ways[s];
    if (static_cast<int>(s) >= sum) above += ways[s];
  }
  return std::min(1.0, 2 * std::min(below, above) / all);
}

double normal(const std::vector<int>& ranks, std::size_t chosen, int doubled_sum) {
  const auto all = static_cast<double>(ranks.size()), n = static_cast<double>(chosen), m = all - n;
  double squares = 0;  // of what the ranks differ from their mean
  for (const int rank : ranks) squares += std::pow(rank / 2.0 - (all + 1) / 2, 2);
  const double variance = n * m / all * squares / (all - 1), mean = n * (all + 1) / 2;
  if (variance <= 0) return 1;
  constexpr double half = 0.5;
  const double distance = std::max(0.0, std::abs(doubled_sum / 2.0 - mean) - half);
  return std::min(1.0, std::erfc(distance / std::sqrt(variance) / std::numbers::sqrt2));
}

}  // namespace

double rank_sum_p(std::span<const double> a, std::span<const double> b) {
  const auto ranks = doubled_ranks(a, b);
  const int sum = std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(a.size()), 0);
  return ranks.size() <= most_exact ? exact(ranks, a.size(), sum) : normal(ranks, a.size(), sum);
}

double least_p(std::size_t n, std::size_t m) {
  const auto log_factorial = [](std::size_t k) { return std::lgamma(static_cast<double>(k) + 1); };
  return std::min(1.0, 2 * std::exp(log_factorial(n) + log_factorial(m) - log_factorial(n + m)));
}

}  // namespace tutti::baseline
