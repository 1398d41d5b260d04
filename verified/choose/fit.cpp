#include "verified/choose/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
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

/// What two-way and one-way messages of the same sizes took.
struct BothWays {
  std::vector<Timing> two_way, one_way;
  std::vector<double> begins;

  /// Where the regime begins whose first size has that number.
  double from(std::size_t first) const {
    if (first == 0) return 0;
    const double low = two_way[first - 1].bytes, high = two_way[first].bytes;
    const auto seen = std::ranges::find_if(begins, [&](double bytes) { return bytes > low && bytes <= high; });
    return seen != begins.end() ? *seen : std::sqrt(low * high);
  }
  /// Those from the size with the number `first` to that before `end`.
  FittedRegime fitted(std::size_t first, std::size_t end) const {
    const auto part = [&](const std::vector<Timing>& all) { return std::span(all).subspan(first, end - first); };
    FittedRegime regime{from(first), fit_line("two-way messages", part(two_way)),
                        fit_line("one-way messages", part(one_way))};
    regime.relative_rms =
        std::sqrt((std::pow(regime.two_way.relative_rms, 2) + std::pow(regime.one_way.relative_rms, 2)) / 2);
    return regime;
  }
};

BothWays timed_both_ways(const Timings& timings) {
  const auto two_way = fastest_per_size(timings.two_way), one_way = fastest_per_size(timings.one_way);
  BothWays both{.two_way = {}, .one_way = {}, .begins = timings.begins};
  for (const auto& t : two_way)
    if (const auto same = std::ranges::find(one_way, t.bytes, &Timing::bytes); same != one_way.end()) {
      both.two_way.push_back(t);
      both.one_way.push_back(*same);
    }
  return both;
}

/// The first few sizes, cut into regimes.
struct Division {
  double squares = std::numeric_limits<double>::infinity();  ///< of relative errors, in both lines
  std::vector<FittedRegime> regimes;
};

/// The best divisions of the first 0, 1, … sizes into one regime more than in `best`.
std::vector<Division> with_one_more(const std::vector<Division>& best, const BothWays& both) {
  std::vector<Division> next(best.size());
  for (std::size_t first = 0; first < best.size(); ++first)
    for (auto end = first + fewest_sizes; std::isfinite(best[first].squares) && end < best.size(); ++end) {
      auto regime = both.fitted(first, end);
      const double squares =
          best[first].squares + 2 * static_cast<double>(end - first) * std::pow(regime.relative_rms, 2);
      if (squares >= next[end].squares) continue;
      next[end] = {squares, best[first].regimes};
      next[end].regimes.push_back(std::move(regime));
    }
  return next;
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

std::vector<FittedRegime> fit_regimes(const Timings& timings) {
  constexpr double most = 6, worth = 1.5, noise = 0.02;
  check("two-way messages", timings.two_way);
  check("one-way messages", timings.one_way);
  const auto both = timed_both_ways(timings);
  const auto sizes = both.two_way.size();
  std::vector<FittedRegime> chosen{both.fitted(0, sizes)};
  std::vector<Division> best(sizes + 1);
  best[0].squares = 0;
  double least = std::numeric_limits<double>::infinity();
  for (double n = 1; n <= most; ++n) {
    best = with_one_more(best, both);
    const auto& whole = best[sizes];
    const double error = whole.squares / (2 * static_cast<double>(sizes)) + noise * noise;
    if (const double score = std::pow(worth, n) * error; score < least) least = score, chosen = whole.regimes;
  }
  return chosen;
}

std::vector<double> find_regimes_begin(const Timings& timings, const TimeThree& time) {
  constexpr double near = 1.02, unit = 8;
  const auto regimes = fit_regimes(timings);
  const auto sizes = timed_both_ways(timings).two_way;
  std::vector<double> begins;
  for (std::size_t i = 1; i < regimes.size(); ++i) {
    const auto above = std::ranges::lower_bound(sizes, regimes[i].from, {}, &Timing::bytes);
    double last = std::prev(above)->bytes, first = above->bytes;
    while (first > near * last) {
      const double middle = std::max(last + unit, std::floor(std::sqrt(last * first) / unit) * unit);
      if (middle >= first) break;
      const auto [at_last, at_middle, at_first] = time({last, middle, first});
      const auto is_off = [&](const FittedRegime& r, double found, double than) {
        const auto due = [&r](double bytes) { return r.two_way.at(bytes) + r.one_way.at(bytes); };
        return std::abs(std::log(found * due(than) / due(middle)));
      };
      const bool is_before =
          is_off(regimes[i - 1], at_middle / at_last, last) < is_off(regimes[i], at_middle / at_first, first);
      (is_before ? last : first) = middle;
    }
    begins.push_back(std::sqrt(last * first));
  }
  return begins;
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
  const auto regimes = fit_regimes(timings);
  if (regimes.size() < 2) return result;
  for (const auto& r : regimes) {
    result.regimes.push_back({.from = r.from,
                              .alpha = r.two_way.intercept,
                              .beta = r.two_way.slope,
                              .alpha_uni = r.one_way.intercept,
                              .beta_uni = r.one_way.slope});
    result.errors->regimes.push_back(r.relative_rms);
  }
  return result;
}

}  // namespace tutti
