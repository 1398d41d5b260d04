#include "verified/baseline/guidelines.hpp"

#include <cmath>
#include <map>

namespace tutti::baseline {
namespace {

/// The cells of a procedure on so many ranks, by size.
using Sizes = std::map<std::int64_t, const TimeCell*>;
using Timed = std::map<std::pair<Procedure, int>, Sizes>;

Timed timed_cells(const Recording& recording) {
  Timed all;
  for (const auto& cell : recording.times)
    if (!cell.control) all[{cell.which.procedure, cell.which.ranks}][bytes_of(cell.which)] = &cell;
  return all;
}

/// The cell of about that size.
const TimeCell* cell_near(const Timed& timed, Procedure procedure, int ranks, std::int64_t bytes) {
  const auto found = timed.find({procedure, ranks});
  if (found == timed.end()) return nullptr;
  for (const auto& [size, cell] : found->second)
    if (8 * std::abs(size - bytes) <= bytes) return cell;
  return nullptr;
}

/// Launch by launch, where all were timed.
std::vector<double> ratios(const TimeCell& one, const std::vector<const TimeCell*>& others, double times) {
  std::vector<double> all;
  for (std::size_t i = 0; i < one.launches.size(); ++i) {
    bool is_whole = one.launches[i].has_value();
    double sum = 0;
    for (const auto* other : others) {
      is_whole = is_whole && i < other->launches.size() && other->launches[i];
      if (is_whole) sum += other->launches[i]->seconds[conform::median_quantile];
    }
    if (is_whole) all.push_back(one.launches[i]->seconds[conform::median_quantile] / (times * sum));
  }
  return all;
}

void add(std::vector<GuidelineCell>& all, std::string name, const TimeCell& one,
         const std::vector<const TimeCell*>& others, double times = 1) {
  GuidelineCell cell{std::move(name), one.which.procedure, one.which.ranks, bytes_of(one.which),
                     ratios(one, others, times)};
  if (!cell.ratios.empty()) all.push_back(std::move(cell));
}

void add_composed(std::vector<GuidelineCell>& all, const Timed& timed) {
  for (const auto& guideline : guidelines)
    for (const auto& [key, sizes] : timed) {
      const auto& [procedure, ranks] = key;
      if (procedure != guideline.procedure) continue;
      for (const auto& [bytes, cell] : sizes) {
        std::vector<const TimeCell*> others{cell_near(timed, guideline.by, ranks, bytes)};
        if (guideline.then) others.push_back(cell_near(timed, *guideline.then, ranks, bytes));
        if (others.front() && others.back()) add(all, print(guideline), *cell, others);
      }
    }
}

/// Of neighbouring sizes of one procedure.
void add_sizes(std::vector<GuidelineCell>& all, const Timed& timed) {
  for (const auto& [key, sizes] : timed) {
    const std::string name(row(key.first).name);
    for (auto small = sizes.begin(), large = small; small != sizes.end(); small = large) {
      if (++large == sizes.end()) break;
      add(all, "monotony: " + name + " <= " + name + " of the next size", *small->second, {large->second});
      if (small->first == 0 || large->first % small->first != 0) continue;
      const auto parts = large->first / small->first;
      add(all, "splitting: " + name + " <= " + std::to_string(parts) + " of the size before", *large->second,
          {small->second}, static_cast<double>(parts));
    }
  }
}

}  // namespace

std::string print(const Guideline& g) {
  std::string text(row(g.procedure).name);
  text += " <= " + std::string(row(g.by).name);
  if (g.then) text += " + " + std::string(row(*g.then).name);
  return text;
}

std::vector<GuidelineCell> guideline_cells(const Recording& recording) {
  const auto timed = timed_cells(recording);
  std::vector<GuidelineCell> all;
  add_composed(all, timed);
  add_sizes(all, timed);
  return all;
}

}  // namespace tutti::baseline
