#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "verified/baseline/compare_parts.hpp"
#include "verified/baseline/guidelines.hpp"
#include "verified/baseline/holm.hpp"
#include "verified/baseline/noise.hpp"
#include "verified/baseline/rank_sum.hpp"

namespace tutti::baseline {
namespace {

constexpr double surely = 0.05;  // the chance that any cell alarms falsely

/// A cell of the MPI's own that both have, with its launches.
struct TimePair {
  const TimeCell* cell;
  std::vector<double> before, after;
};

/// The smallest p-value that so many launches can have.
double least_p(std::size_t n, std::size_t m) {
  const auto log_factorial = [](std::size_t k) { return std::lgamma(static_cast<double>(k) + 1); };
  return 2 * std::exp(log_factorial(n) + log_factorial(m) - log_factorial(n + m));
}

std::vector<TimePair> time_pairs(const Recording& before, const Recording& after, Coverage& coverage) {
  const auto key = [](const TimeCell& c) { return print(c.which) + (c.control ? " (control)" : ""); };
  std::vector<TimePair> all;
  for (const auto& [a, b] : pairs(before.times, after.times, key, coverage))
    if (TimePair pair{a, launch_medians(*a), launch_medians(*b)};
        !a->control && a->which.schedule.empty() && !pair.before.empty() && !pair.after.empty())
      all.push_back(std::move(pair));
  return all;
}

void add_slower(const std::vector<TimePair>& all, const CompareOptions& options, Comparison& comparison) {
  std::vector<double> p;
  for (const auto& pair : all) p.push_back(rank_sum_p(pair.before, pair.after));
  const auto corrected = holm(p);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (corrected[i] > surely) continue;
    const auto ratio = ratio_of_medians(all[i].before, all[i].after);
    const bool is_slower = ratio.factor >= options.factor, is_faster = ratio.factor <= 1 / options.factor;
    if (!is_slower && !is_faster) continue;
    const auto& which = all[i].cell->which;
    (is_slower ? comparison.changes : comparison.better)
        .push_back({.what = What::time,
                    .procedure = which.procedure,
                    .ranks = which.ranks,
                    .bytes = bytes_of(which),
                    .last_bytes = bytes_of(which),
                    .from = print_seconds(median(all[i].before)),
                    .to = print_seconds(median(all[i].after)),
                    .ratio = ratio,
                    .about = about(which),
                    .timed = which});
  }
}

/// One that surely is violated in `to` and was not in `from`, both of one guideline.
bool is_violated_now(const Ratio& from, const Ratio& to, double limit) {
  return to.interval.low >= limit && from.factor < limit && from.interval.high < to.interval.low;
}

void add_guidelines(const Recording& before, const Recording& after, const CompareOptions& options,
                    Comparison& comparison) {
  const auto key = [](const GuidelineCell& c) { return std::tuple(c.name, c.ranks, c.bytes); };
  std::map<std::tuple<std::string, int, std::int64_t>, Ratio> old_ones;
  for (const auto& cell : guideline_cells(before)) old_ones.emplace(key(cell), ratio_of(cell));
  for (const auto& cell : guideline_cells(after)) {
    const auto old_one = old_ones.find(key(cell));
    if (old_one == old_ones.end()) continue;
    const auto& from = old_one->second;
    const auto to = ratio_of(cell);
    const auto limit = cell.limit(options.factor);
    const bool is_new = is_violated_now(from, to, limit);
    if (!is_new && !is_violated_now(to, from, limit)) continue;
    (is_new ? comparison.changes : comparison.better)
        .push_back({.what = What::guideline,
                    .procedure = cell.procedure,
                    .ranks = cell.ranks,
                    .bytes = cell.bytes,
                    .last_bytes = cell.bytes,
                    .from = fmt::format("{:.2f} of the other side", from.factor),
                    .to = fmt::format("{:.2f} of it", to.factor),
                    .ratio = to,
                    .about = cell.name});
  }
}

/// Why nothing can be said of times; nothing where something can.
std::optional<std::string> why_undecided(const Recording& before, const Recording& after,
                                         const std::vector<TimePair>& all, const CompareOptions& options) {
  if (before.launches == 0 || after.launches == 0)
    return std::string(before.launches == 0 ? "the first" : "the second") +
           " recording has no times; compare with --no-times, or record without it";
  if (all.empty()) return "the recordings have no timed call in common; record both with the same options";
  double least = 1;
  for (const auto& pair : all) least = std::min(least, least_p(pair.before.size(), pair.after.size()));
  if (least * static_cast<double>(all.size()) > surely)
    return fmt::format(
        "{} and {} launches are too few for {} calls: no difference could be sure; record with "
        "--launches 10",
        before.launches, after.launches, all.size());
  if (const auto why = noise(before, options.factor)) return "the first recording is noisy: " + *why;
  if (const auto why = noise(after, options.factor)) return "the second recording is noisy: " + *why;
  return std::nullopt;
}

}  // namespace

std::string print_seconds(double seconds) {
  constexpr double micro = 1e-6, milli = 1e-3;
  if (seconds < milli) return fmt::format("{:.2f} us", seconds / micro);
  return fmt::format("{:.2f} ms", seconds / milli);
}

std::vector<TimeRatio> time_ratios(const Recording& before, const Recording& after) {
  Coverage coverage;
  std::vector<TimeRatio> all;
  for (const auto& pair : time_pairs(before, after, coverage))
    all.push_back(
        {pair.cell->which, median(pair.before), median(pair.after), ratio_of_medians(pair.before, pair.after)});
  return all;
}

void compare_times(const Recording& before, const Recording& after, const CompareOptions& options,
                   Comparison& comparison) {
  if (after.launches > 0) comparison.violations = violations(after, options.factor);
  const auto all = time_pairs(before, after, comparison.times);
  if (const auto why = why_undecided(before, after, all, options)) {
    comparison.undecided.push_back({What::time, "times: " + *why});
    return;
  }
  add_slower(all, options, comparison);
  add_guidelines(before, after, options, comparison);
}

}  // namespace tutti::baseline
