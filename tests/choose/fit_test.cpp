// The fit finds the prices from which timings were made, as far as their noise allows.
#include "verified/choose/fit.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "tests/support/property.hpp"

namespace tutti {
namespace {

/// log-uniform between `low` and `high`
double draw_between(double low, double high) { return low * std::pow(high / low, draw(100'001) / 100'000.0); }

/// 8 B to 4 MB
std::vector<double> sizes() {
  std::vector<double> all;
  for (double bytes = 8; bytes <= 4 << 20; bytes *= 2) all.push_back(bytes);
  return all;
}

/// Timings of the line at every size.
std::vector<Timing> exact(double intercept, double slope) {
  std::vector<Timing> all;
  for (const double bytes : sizes()) all.push_back({bytes, intercept + slope * bytes});
  return all;
}

/// The same, each made longer by a share of its own, drawn up to `noise`.
std::vector<Timing> noisy(double intercept, double slope, double noise) {
  auto all = exact(intercept, slope);
  for (auto& t : all) t.seconds *= 1 + noise * draw(1001) / 1000.0;
  return all;
}

/// How far the coefficients can be from the truth where each time is at most the share `noise` too long. With a row
/// (1, bytes) / measured for each timing, the fit projects a vector of ones on a convex set that holds the truth, so
/// that rows * (fit - truth) is no longer than rows * truth - ones, which is at most noise * sqrt(rows); the rest is
/// the inverse of rows^T * rows.
struct Bound {
  double intercept = 0, slope = 0;
};
Bound bound(const std::vector<Timing>& timings, double noise) {
  double xx = 0, xy = 0, yy = 0;
  for (const auto& t : timings) {
    const double x = 1 / t.seconds, y = t.bytes / t.seconds;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const double longest = noise * std::sqrt(static_cast<double>(timings.size())), determinant = xx * yy - xy * xy;
  return {longest * std::sqrt(yy / determinant), longest * std::sqrt(xx / determinant)};
}

bool within(double found, double due, double tolerance) {
  return std::abs(found - due) <= tolerance + 1e-9 * std::abs(due);
}

double draw_latency() { return draw_between(1e-7, 1e-3); }
double draw_slope() { return draw_between(1e-11, 1e-7); }

TEST_CASE("without noise a line is found exactly, and its errors are 0") {
  property("for any line", [] {
    const double intercept = draw_latency(), slope = draw_slope();
    const auto line = fit_line("test", exact(intercept, slope));
    RC_ASSERT(within(line.intercept, intercept, 0));
    RC_ASSERT(within(line.slope, slope, 0));
    RC_ASSERT(line.relative_rms < 1e-9);
    RC_ASSERT(line.intercept_error < 1e-9 * intercept);
    RC_ASSERT(line.slope_error < 1e-8 * slope);
  });
}

TEST_CASE("with noise a line is found as near as the noise allows") {
  property("for any line and noise up to 30 %", [] {
    const double intercept = draw_latency(), slope = draw_slope(), noise = draw_between(1e-4, 0.3);
    const auto timings = noisy(intercept, slope, noise);
    const auto line = fit_line("test", timings);
    const auto most = bound(timings, noise);
    RC_ASSERT(within(line.intercept, intercept, most.intercept));
    RC_ASSERT(within(line.slope, slope, most.slope));
    RC_ASSERT(line.relative_rms <= noise);
  });
}

TEST_CASE("small and large messages count alike: 20 % more on either half moves its own coefficient") {
  for (const bool small : {true, false}) {
    auto timings = exact(1e-5, 1e-9);
    for (auto& t : timings)
      if ((t.bytes < 10'000) == small) t.seconds *= 1.2;
    const auto line = fit_line("test", timings);
    CHECK((line.intercept > 1.1e-5) == small);
    CHECK((line.slope > 1.1e-9) == !small);
  }
}

TEST_CASE("of several timings of one size the fastest counts, so that slow ones change nothing") {
  property("for any line and outliers", [] {
    const double intercept = draw_latency(), slope = draw_slope();
    auto timings = exact(intercept, slope);
    for (const double bytes : sizes())
      for (int i = draw(3); i > 0; --i)
        timings.insert(timings.begin() + draw(static_cast<int>(timings.size())),
                       {bytes, (intercept + slope * bytes) * draw_between(1, 1e4)});
    const auto line = fit_line("test", timings);
    RC_ASSERT(within(line.intercept, intercept, 0));
    RC_ASSERT(within(line.slope, slope, 0));
  });
}

TEST_CASE("no coefficient is negative, and the other one is then the best alone") {
  const auto falling = fit_line("test", std::vector<Timing>{{8, 4.}, {16, 2.}, {24, 1.}});
  CHECK(falling.slope == 0);
  CHECK(falling.intercept == doctest::Approx((1 / 4. + 1 / 2. + 1) / (1 / 16. + 1 / 4. + 1)));
  const auto convex = fit_line("test", std::vector<Timing>{{1, 1.}, {2, 4.}, {3, 9.}});
  CHECK(convex.intercept == 0);
  CHECK(convex.slope == doctest::Approx((1 + 2 / 4. + 3 / 9.) / (1 + 4 / 16. + 9 / 81.)));
}

TEST_CASE("two standard errors cover the truth nearly always, half of one less often than not") {
  int in_two = 0, in_half = 0, coefficients = 0;
  property(
      "over many lines",
      [&] {
        auto timings = noisy(1e-5, 1e-9, 0.2);
        for (auto& t : timings) t.seconds /= 1.1;  // noise on both sides
        const auto line = fit_line("test", timings);
        for (const double errors :
             {std::abs(line.intercept - 1e-5) / line.intercept_error, std::abs(line.slope - 1e-9) / line.slope_error}) {
          in_two += errors < 2;
          in_half += errors < 0.5;
          ++coefficients;
        }
      },
      1000,
      // 95 % and 38 % where the noise is normal.
      [&] { return in_two > 0.85 * coefficients && in_half < 0.55 * coefficients; });
}

/// What a machine with these prices would measure. The intercept of the folds is no price.
Timings measured_on(const Prices& prices, const LogGP& loggp, double noise = 0) {
  const auto line = [noise](double intercept, double slope) {
    return noise > 0 ? noisy(intercept, slope, noise) : exact(intercept, slope);
  };
  const auto at_one_byte = [&](double seconds) { return line(seconds - 1e-12, 1e-12); };
  return {.two_way = line(prices.alpha, prices.beta),
          .one_way = line(prices.alpha_uni(), prices.beta_uni()),
          .fold = line(3e-9, prices.gamma),
          .spacing = at_one_byte(loggp.gap),
          .send = at_one_byte(loggp.overhead)};
}

Prices draw_prices() {
  return {.alpha = draw_latency(),
          .beta = draw_slope(),
          .gamma = draw_slope(),
          .f_alpha = draw_between(0.2, 2),
          .f_beta = draw_between(0.2, 2)};
}

TEST_CASE("without noise the prices of both models are found, ratios above 1 and below 0.5 included") {
  property("for any prices", [] {
    const Prices prices = draw_prices();
    const double end_to_end = prices.alpha_uni() + prices.beta_uni();
    const double overhead = end_to_end * draw_between(0.01, 0.49);
    const LogGP loggp{end_to_end - 2 * overhead, overhead, overhead * draw_between(1, 5), prices.beta_uni()};
    const auto found = fit_profile("test", measured_on(prices, loggp));
    const auto near = [](double a, double b) { return within(a, b, 1e-7 * b); };
    RC_ASSERT(near(found.prices.alpha, prices.alpha));
    RC_ASSERT(near(found.prices.beta, prices.beta));
    RC_ASSERT(near(found.prices.gamma, prices.gamma));
    RC_ASSERT(near(found.prices.f_alpha, prices.f_alpha));
    RC_ASSERT(near(found.prices.f_beta, prices.f_beta));
    RC_ASSERT(within(found.loggp.latency, loggp.latency, 1e-7 * end_to_end));
    RC_ASSERT(near(found.loggp.overhead, loggp.overhead));
    RC_ASSERT(near(found.loggp.gap, loggp.gap));
    RC_ASSERT(near(found.loggp.gap_per_byte, loggp.gap_per_byte));
  });
}

TEST_CASE("with noise the prices are found as near as it allows, and the fit's error says how large it was") {
  property("for any prices and noise up to 20 %", [] {
    const Prices prices = draw_prices();
    const double noise = draw_between(1e-3, 0.2);
    const auto timings = measured_on(prices, {0, 1e-8, 2e-8, prices.beta_uni()}, noise);
    const auto two = bound(timings.two_way, noise), one = bound(timings.one_way, noise);
    RC_PRE(two.intercept < prices.alpha && two.slope < prices.beta);  // else the noise may hide one of them
    const auto found = fit_profile("test", timings);
    RC_ASSERT(within(found.prices.alpha, prices.alpha, two.intercept));
    RC_ASSERT(within(found.prices.beta, prices.beta, two.slope));
    RC_ASSERT(within(found.prices.gamma, prices.gamma, bound(timings.fold, noise).slope));
    RC_ASSERT(within(found.prices.alpha_uni(), prices.alpha_uni(), one.intercept));
    RC_ASSERT(within(found.prices.beta_uni(), prices.beta_uni(), one.slope));
    RC_ASSERT(found.errors.has_value());
    for (const double rms :
         {found.errors->two_way, found.errors->one_way, found.errors->fold, found.errors->spacing, found.errors->send})
      RC_ASSERT(rms > 0 && rms <= noise);
  });
}

TEST_CASE("a send that takes longer than the whole way leaves a latency of 0") {
  const Prices prices{.alpha = 1e-6, .beta = 1e-9, .gamma = 1e-9, .f_alpha = 1, .f_beta = 1};
  const auto found = fit_profile("test", measured_on(prices, {0, 1e-6, 1e-6, 1e-9}));
  CHECK(found.loggp.latency == 0);
  CHECK(found.loggp.overhead == doctest::Approx(1e-6));
}

/// What `line` takes from message to message; each begins at the size with that number.
struct Run {
  std::size_t first;
  double two_way_at, two_way_slope, one_way_at, one_way_slope;
};

Timings in_runs(const std::vector<Run>& runs) {
  auto timings = measured_on({1e-6, 1e-9, 1e-9, 1, 1}, {0, 1e-7, 1e-7, 1e-9});
  for (const auto& run : runs)
    for (auto i = run.first; i < sizes().size(); ++i) {
      timings.two_way[i].seconds = run.two_way_at + run.two_way_slope * sizes()[i];
      timings.one_way[i].seconds = run.one_way_at + run.one_way_slope * sizes()[i];
    }
  return timings;
}

TEST_CASE("messages of several protocols have a line for each, and no more lines than there are") {
  int exact_ones = 0;
  property(
      "one to four regimes of any lines",
      [&] {
        std::vector<Run> runs;
        for (std::size_t first = 0; first + 3 <= sizes().size() && runs.size() < 4;
             first += 3 + static_cast<std::size_t>(draw(8)))
          runs.push_back({first, draw_latency(), draw_slope(), draw_latency(), draw_slope()});
        const auto timings = in_runs(runs);
        const auto found = fit_regimes(timings);
        RC_ASSERT(found.front().from == 0);
        RC_ASSERT(found.size() <= runs.size());
        double squares = 0;
        for (std::size_t i = 0; i < sizes().size(); ++i) {
          const auto above = std::ranges::upper_bound(found, sizes()[i], {}, &FittedRegime::from);
          const auto& regime = *std::prev(above);
          squares += std::pow(regime.two_way.at(sizes()[i]) / timings.two_way[i].seconds - 1, 2) +
                     std::pow(regime.one_way.at(sizes()[i]) / timings.one_way[i].seconds - 1, 2);
        }
        const double error = std::sqrt(squares / (2 * static_cast<double>(sizes().size())));
        RC_ASSERT(error <= 0.05);  // what regimes that are left out may cost
        exact_ones += found.size() == runs.size() && error < 1e-6;
      },
      500, [&] { return exact_ones > 350; });
}

TEST_CASE("a profile has regimes where there are several, with the error of each") {
  const auto one = fit_profile("test", in_runs({{0, 1e-6, 1e-9, 1e-6, 1e-9}}));
  CHECK(one.regimes.empty());
  CHECK(one.errors->regimes.empty());
  const auto two = fit_profile("test", in_runs({{0, 1e-6, 1e-10, 2e-6, 2e-10}, {11, 9e-6, 3e-11, 8e-6, 4e-11}}));
  REQUIRE(two.regimes.size() == 2);
  CHECK(two.regimes[1].from == doctest::Approx(std::sqrt(sizes()[10] * sizes()[11])));
  CHECK(two.regimes[0].alpha == doctest::Approx(1e-6));
  CHECK(two.regimes[0].beta_uni == doctest::Approx(2e-10));
  CHECK(two.regimes[1].alpha_uni == doctest::Approx(8e-6));
  CHECK(two.regimes[1].beta == doctest::Approx(3e-11));
  REQUIRE(two.errors->regimes.size() == 2);
  for (const double error : two.errors->regimes) CHECK(error < 1e-6);
  CHECK(two.errors->two_way > 0.1);
}

TEST_CASE("a regime begins where that was seen, if it lies between the sizes that tell of it") {
  auto timings = in_runs({{0, 1e-6, 1e-10, 2e-6, 2e-10}, {11, 9e-6, 3e-11, 8e-6, 4e-11}});
  const double low = sizes()[10], high = sizes()[11];
  for (const double seen : {low + 1, 1.3 * low, high}) {
    timings.begins = {seen};
    CHECK(fit_regimes(timings)[1].from == seen);
  }
  for (const double elsewhere : {low / 2, low, high + 1}) {
    timings.begins = {elsewhere};
    CHECK(fit_regimes(timings)[1].from == doctest::Approx(std::sqrt(low * high)));
  }
}

TEST_CASE("where a regime begins is found to 2 %, or to one double, on a machine that is slower by then") {
  int found_ones = 0;
  property(
      "a regime that begins anywhere and costs more",
      [&] {
        const auto at = 4 + static_cast<std::size_t>(draw(13));
        const double begins = sizes()[at - 1] * draw_between(1.0001, 1.9999);
        const double latency = draw_latency(), slope = draw_slope(), more = draw_between(1.5, 10);
        const auto timings = in_runs(
            {{0, latency, slope, latency, slope}, {at, more * latency, more * slope, more * latency, more * slope}});
        const auto regimes = fit_regimes(timings);
        RC_PRE(regimes.size() == 2 && regimes[1].from > sizes()[at - 1] && regimes[1].from < sizes()[at]);
        const double slower = draw_between(1, 3);
        int asked = 0;
        const auto found = find_regimes_begin(timings, [&](const std::array<double, 3>& bytes) {
          RC_ASSERT(++asked <= 8);
          RC_ASSERT(bytes[0] < bytes[1] && bytes[1] < bytes[2]);
          std::array<double, 3> seconds;
          std::ranges::transform(bytes, seconds.begin(), [&](double size) {
            return slower * draw_between(0.95, 1.05) * (size < begins ? 1 : more) * (latency + slope * size);
          });
          return seconds;
        });
        RC_ASSERT(found.size() == 1);
        RC_LOG() << found[0] << " where " << begins << " is due, of regimes " << more << " apart\n";
        RC_ASSERT((std::abs(std::log(found[0] / begins)) <= std::log(1.02) || std::abs(found[0] - begins) <= 8));
        ++found_ones;
      },
      500, [&] { return found_ones > 300; });
}

TEST_CASE("sizes that were not timed both ways are in no regime; of fewer than three there is none") {
  auto timings = in_runs({{0, 1e-6, 1e-10, 2e-6, 2e-10}});
  timings.one_way.resize(2);
  CHECK_THROWS_WITH_AS(fit_regimes(timings), doctest::Contains("2 different sizes"), std::invalid_argument);
}

TEST_CASE("too few sizes, one size many times, and times that cannot be are refused by name") {
  const auto refused = [](std::vector<Timing> timings, const char* why) {
    CHECK_THROWS_WITH_AS(fit_line("one-way messages", timings), doctest::Contains(why), std::invalid_argument);
    CHECK_THROWS_WITH_AS(fit_line("one-way messages", timings), doctest::Contains("one-way messages: "),
                         std::invalid_argument);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  refused({}, "0 different sizes were timed; a line needs at least 3");
  refused({{8, 1}, {16, 2}}, "2 different sizes");
  refused({{8, 1}, {8, 2}, {8, 3}, {8, 4}}, "1 different sizes");
  refused({{8, 1}, {16, 0}, {24, 3}}, "0 s for 16 bytes");
  refused({{8, 1}, {16, -1}, {24, 3}}, "-1 s for 16 bytes");
  refused({{8, 1}, {16, nan}, {24, 3}}, "for 16 bytes");
  refused({{8, 1}, {16, infinite}, {24, 3}}, "for 16 bytes");
  refused({{-8, 1}, {16, 2}, {24, 3}}, "a size of -8 bytes");
  CHECK_NOTHROW(fit_line("one-way messages", std::vector<Timing>{{8, 1}, {16, 2}, {24, 3}}));
}

TEST_CASE("two-way times without a latency or a price per byte give no ratios, and are refused") {
  auto timings = measured_on({1e-6, 1e-9, 1e-9, 1, 1}, {0, 1e-7, 1e-7, 1e-9});
  auto flat = timings, steep = timings;
  for (auto& t : flat.two_way) t.seconds = 1 / (1 + t.bytes);
  for (auto& t : steep.two_way) t.seconds = t.bytes * t.bytes;
  for (const auto& bad : {flat, steep})
    CHECK_THROWS_WITH_AS(fit_profile("test", bad), doctest::Contains("measure again"), std::invalid_argument);
}

}  // namespace
}  // namespace tutti
