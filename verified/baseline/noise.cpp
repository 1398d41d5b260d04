#include "verified/baseline/noise.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verified/baseline/rank_sum.hpp"
#include "verified/baseline/ratio.hpp"

namespace tutti::baseline {
namespace {

constexpr double most_false_alarms = 0.01, alarms_at = 0.05;

bool differ_by(double factor, double a, double b) { return std::max(a, b) >= factor * std::min(a, b); }

bool alarms(const std::vector<double>& a, const std::vector<double>& b, double factor) {
  return differ_by(factor, median(a), median(b)) && rank_sum_p(a, b) <= alarms_at;
}

/// Whether launches of either way to split them differ.
int alarms_at_itself(const std::vector<double>& launches, double factor) {
  std::vector<double> parts[2][2];
  for (std::size_t i = 0; i < launches.size(); ++i) {
    parts[0][i < launches.size() / 2].push_back(launches[i]);
    parts[1][i % 2].push_back(launches[i]);
  }
  return alarms(parts[0][0], parts[0][1], factor) + alarms(parts[1][0], parts[1][1], factor);
}

/// The control that differs most from the cell that it repeats, as text; empty where none differs by the factor.
std::string disturbed_control(const Recording& recording, double factor) {
  std::string worst;
  double most = factor;
  for (const auto& control : recording.times) {
    if (!control.control) continue;
    const auto same = std::ranges::find_if(recording.times,
                                           [&](const TimeCell& c) { return !c.control && c.which == control.which; });
    if (same == recording.times.end()) continue;
    const auto once = launch_medians(*same), again = launch_medians(control);
    if (once.empty() || again.empty() || !differ_by(most, median(once), median(again))) continue;
    most = std::max(median(once), median(again)) / std::min(median(once), median(again));
    worst = fmt::format("'{}' took {:.1f} times as long when it was timed again in the same launches",
                        print(control.which), most);
  }
  return worst;
}

std::string circumstances(const Environment& e) {
  return fmt::format("the load was {:.1f} before and {:.1f} after, on {} processors, with the governor '{}'",
                     e.load_before, e.load_after, e.processors, e.governor);
}

}  // namespace

std::vector<double> launch_medians(const TimeCell& cell) {
  std::vector<double> medians;
  for (const auto& launch : cell.launches)
    if (launch) medians.push_back(launch->seconds[conform::median_quantile]);
  return medians;
}

std::optional<std::string> noise(const Recording& recording, double factor) {
  int alarmed = 0, asked = 0;
  for (const auto& cell : recording.times) {
    const auto launches = launch_medians(cell);
    if (std::ssize(launches) < least_launches) continue;
    alarmed += alarms_at_itself(launches, factor);
    asked += 2;
  }
  if (asked == 0)
    return fmt::format("no call was timed in {} launches, which it takes to know the noise; record with --launches {}",
                       least_launches, least_launches + 2);
  if (alarmed > most_false_alarms * asked)
    return fmt::format("{} of {} comparisons of a call with itself differ by the factor {:.2g}; {}", alarmed, asked,
                       factor, circumstances(recording.environment));
  if (const auto control = disturbed_control(recording, factor); !control.empty())
    return control + "; " + circumstances(recording.environment);
  return std::nullopt;
}

}  // namespace tutti::baseline
