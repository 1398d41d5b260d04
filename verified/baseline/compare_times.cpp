#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "verified/baseline/compare_parts.hpp"
#include "verified/baseline/guidelines.hpp"
#include "verified/baseline/holm.hpp"
#include "verified/baseline/noise.hpp"
#include "verified/baseline/rank_sum.hpp"

namespace tutti::baseline {
namespace {

/// A cell of the MPI's own that both have, with its launches.
struct TimePair {
  const TimeCell* cell;
  std::vector<double> before, after;
};

/// It is for the one with more launches alone.
void leave_out(const TimePair& pair, const std::string& key, Coverage& coverage) {
  --coverage.common;
  auto& alone = pair.before.size() >= pair.after.size() ? coverage.only_old : coverage.only_new;
  alone.push_back(key + " in launches enough");
}

std::vector<TimePair> time_pairs(const Recording& before, const Recording& after, Coverage& coverage) {
  const auto key = [](const TimeCell& c) { return print(c.which) + (c.control ? " (control)" : ""); };
  std::vector<TimePair> all;
  for (const auto& [a, b] : pairs(before.times, after.times, key, coverage)) {
    TimePair pair{a, launch_medians(*a), launch_medians(*b)};
    if (pair.before.empty() || pair.after.empty())
      leave_out(pair, key(*a), coverage);
    else if (!a->control && a->which.schedule.empty())
      all.push_back(std::move(pair));
  }
  return all;
}

/// Whether no difference between its launches could be sure, of so many calls.
bool has_too_few_launches(const TimePair& pair, std::size_t calls) {
  return least_p(pair.before.size(), pair.after.size()) * static_cast<double>(calls) > surely;
}

/// Those with too few launches are not compared, unless all are.
void leave_out_what_is_not_sure(std::vector<TimePair>& all, Coverage& coverage) {
  const auto calls = all.size();
  const auto is_left_out = [&](const TimePair& pair) { return has_too_few_launches(pair, calls); };
  if (std::ranges::all_of(all, is_left_out)) return;
  for (const auto& pair : all)
    if (is_left_out(pair)) leave_out(pair, print(pair.cell->which), coverage);
  std::erase_if(all, is_left_out);
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

using GuidelineKey = std::tuple<std::string, int, std::int64_t>;

GuidelineKey key_of(const GuidelineCell& c) { return {c.name, c.ranks, c.bytes}; }

/// Those that a recording violates.
std::set<GuidelineKey> violated(const std::vector<Violation>& all) {
  std::set<GuidelineKey> keys;
  for (const auto& v : all) keys.insert(key_of(v.cell));
  return keys;
}

/// A guideline at one size in both recordings.
struct GuidelinePair {
  GuidelineCell before, after;
};

std::vector<GuidelinePair> guideline_pairs(const Recording& before, const Recording& after) {
  std::map<GuidelineKey, GuidelineCell> old_ones;
  for (auto& cell : guideline_cells(before)) old_ones.emplace(key_of(cell), std::move(cell));
  std::vector<GuidelinePair> all;
  for (auto& cell : guideline_cells(after))
    if (const auto old_one = old_ones.find(key_of(cell)); old_one != old_ones.end())
      all.push_back({old_one->second, std::move(cell)});
  return all;
}

/// What one recording violates, where the other is below the limit, and their ratios surely differ.
void add_guidelines(const Recording& before, const Recording& after, const CompareOptions& options,
                    Comparison& comparison) {
  const auto all = guideline_pairs(before, after);
  std::vector<double> p;
  for (const auto& pair : all) p.push_back(rank_sum_p(pair.before.ratios(), pair.after.ratios()));
  const auto corrected = holm(p);
  const auto old_ones = violated(violations(before, options.factor)), new_ones = violated(comparison.violations);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (corrected[i] > surely) continue;
    const auto& cell = all[i].after;
    const auto from = ratio_of(all[i].before), to = ratio_of(cell);
    const auto limit = cell.limit(options.factor);
    const bool is_new = new_ones.contains(key_of(cell)) && from.factor < limit;
    if (!is_new && !(old_ones.contains(key_of(cell)) && to.factor < limit)) continue;
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
                                         const std::vector<TimePair>& all, const Coverage& coverage,
                                         const CompareOptions& options) {
  if (before.launches == 0 || after.launches == 0)
    return std::string(before.launches == 0 ? "the first" : "the second") +
           " recording has no times; compare with --no-times, or record without it";
  if (all.empty()) return "the recordings have no timed call in common; record both with the same options";
  if (!coverage.is_enough()) return why_not_enough(coverage);
  if (std::ranges::any_of(all, [&](const TimePair& pair) { return has_too_few_launches(pair, all.size()); }))
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
  auto all = time_pairs(before, after, comparison.times);
  leave_out_what_is_not_sure(all, comparison.times);
  if (const auto why = why_undecided(before, after, all, comparison.times, options)) {
    comparison.undecided.push_back({What::time, "times: " + *why});
    return;
  }
  add_slower(all, options, comparison);
  if (const auto why = too_few_launches(before.launches < after.launches ? before : after))
    comparison.undecided.push_back({What::guideline, "guidelines: " + *why});
  else
    add_guidelines(before, after, options, comparison);
}

}  // namespace tutti::baseline
