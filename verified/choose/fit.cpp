#include "verified/choose/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace tutti {
namespace {

constexpr std::size_t fewest_sizes = 3;  // two coefficients, and a residual

void check(std::string_view what, std::span<const Timing> timings) {
  for (const auto& t : timings) {
    if (!(t.bytes >= 0) || !std::isfinite(t.bytes))
      throw std::invalid_argument(fmt::format("{}: a size of {} bytes cannot be fitted", what, t.bytes));
    if (!(t.seconds > 0) || !std::isfinite(t.seconds))
      throw std::invalid_argument(fmt::format(
          "{}: {} s for {} bytes cannot be fitted; times must be positive and finite", what, t.seconds, t.bytes));
  }
}

/// The sums of the normal equations of sum over i of (a*x_i + b*y_i - 1)^2, with x = 1/seconds and y = bytes/seconds.
struct Sums {
  double xx = 0, xy = 0, yy = 0, x = 0, y = 0;
  double determinant() const { return xx * yy - xy * xy; }
};

Sums sums(const std::vector<Timing>& timings) {
  Sums s;
  for (const auto& t : timings) {
    const double x = 1 / t.seconds, y = t.bytes / t.seconds;
    s.xx += x * x;
    s.xy += x * y;
    s.yy += y * y;
    s.x += x;
    s.y += y;
  }
  return s;
}

/// The coefficients of the best line; where one of them would be negative the best lines with a 0 in its place.
Line best(const Sums& s) {
  const double intercept = (s.x * s.yy - s.y * s.xy) / s.determinant();
  const double slope = (s.y * s.xx - s.x * s.xy) / s.determinant();
  if (slope < 0) return {.intercept = s.x / s.xx, .slope = 0};
  if (intercept < 0) return {.intercept = 0, .slope = s.y / s.yy};
  return {.intercept = intercept, .slope = slope};
}

double independent(double a, double b, double c = 0) { return std::sqrt(a * a + b * b + c * c); }

/// Standard error of a / b, both > 0 or a = 0.
double ratio_error(double a, double a_error, double b, double b_error) {
  return independent(a_error / b, a / b * (b_error / b));
}

}  // namespace

std::vector<Timing> fastest_per_size(std::span<const Timing> timings) {
  std::map<double, double> fastest;
  for (const auto& t : timings) {
    const auto [at, first] = fastest.emplace(t.bytes, t.seconds);
    if (!first) at->second = std::min(at->second, t.seconds);
  }
  std::vector<Timing> result;
  for (const auto& [bytes, seconds] : fastest) result.push_back({bytes, seconds});
  return result;
}

Line fit_line(std::string_view what, std::span<const Timing> all) {
  check(what, all);
  const auto timings = fastest_per_size(all);
  if (timings.size() < fewest_sizes)
    throw std::invalid_argument(
        fmt::format("{}: {} different sizes were timed; a line needs at least {}", what, timings.size(), fewest_sizes));
  const auto s = sums(timings);
  Line line = best(s);
  double squares = 0;
  for (const auto& t : timings) squares += std::pow(line.at(t.bytes) / t.seconds - 1, 2);
  const double n = static_cast<double>(timings.size());
  const double variance = squares / (n - 2);
  line.intercept_error = std::sqrt(variance * s.yy / s.determinant());
  line.slope_error = std::sqrt(variance * s.xx / s.determinant());
  line.relative_rms = std::sqrt(squares / n);
  return line;
}

Lines fit_lines(const Timings& timings) {
  return {.two_way = fit_line("two-way messages", timings.two_way),
          .one_way = fit_line("one-way messages", timings.one_way),
          .fold = fit_line("local reductions", timings.fold),
          .spacing = fit_line("messages back to back", timings.spacing),
          .send = fit_line("sends", timings.send)};
}

Profile fit_profile(std::string machine, const Timings& timings) {
  const auto [two, one, fold, spacing, send] = fit_lines(timings);
  if (two.intercept <= 0 || two.slope <= 0)
    throw std::invalid_argument(fmt::format(
        "two-way messages: the fit gives alpha = {} s and beta = {} s/B, and both must be positive; measure again, on "
        "an idle machine",
        two.intercept, two.slope));
  const double overhead = send.at(1), overhead_error = independent(send.intercept_error, send.slope_error);
  const double one_way_error = independent(one.intercept_error, one.slope_error);
  Profile result{.machine = std::move(machine),
                 .prices = {.alpha = two.intercept,
                            .beta = two.slope,
                            .gamma = fold.slope,
                            .f_alpha = one.intercept / two.intercept,
                            .f_beta = one.slope / two.slope},
                 .loggp = {.latency = std::max(0.0, one.at(1) - 2 * overhead),
                           .overhead = overhead,
                           .gap = spacing.at(1),
                           .gap_per_byte = one.slope},
                 .errors = {}};
  result.errors = FitErrors{
      .two_way = two.relative_rms,
      .one_way = one.relative_rms,
      .fold = fold.relative_rms,
      .spacing = spacing.relative_rms,
      .send = send.relative_rms,
      .prices = {.alpha = two.intercept_error,
                 .beta = two.slope_error,
                 .gamma = fold.slope_error,
                 .f_alpha = ratio_error(one.intercept, one.intercept_error, two.intercept, two.intercept_error),
                 .f_beta = ratio_error(one.slope, one.slope_error, two.slope, two.slope_error)},
      .loggp = {.latency = independent(one_way_error, 2 * overhead_error),
                .overhead = overhead_error,
                .gap = independent(spacing.intercept_error, spacing.slope_error),
                .gap_per_byte = one.slope_error}};
  return result;
}

}  // namespace tutti
