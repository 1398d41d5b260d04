#include "verified/baseline/guidelines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "verified/baseline/holm.hpp"
#include "verified/baseline/noise.hpp"
#include "verified/baseline/rank_sum.hpp"

namespace tutti::baseline {
namespace {

using conform::Form;

/// The cells of a procedure in one form on so many ranks, by size.
using Sizes = std::map<std::int64_t, const TimeCell*>;
using Timed = std::map<std::tuple<Procedure, Form, int>, Sizes>;

/// The MPI's own calls, once each.
Timed timed_cells(const Recording& recording) {
  Timed all;
  for (const auto& cell : recording.times)
    if (const auto& c = cell.which; !cell.control && c.schedule.empty())
      all[{c.procedure, c.form, c.ranks}][bytes_of(c)] = &cell;
  return all;
}

/// The cell of about that size; of the smallest where the size is 0.
const TimeCell* cell_near(const Timed& timed, Procedure procedure, int ranks, std::int64_t bytes) {
  const auto found = timed.find({procedure, Form::blocking, ranks});
  if (found == timed.end()) return nullptr;
  for (const auto& [size, cell] : found->second)
    if (bytes == 0 || 8 * std::abs(size - bytes) <= bytes) return cell;
  return nullptr;
}

/// The launches in which all were timed.
void add_launches(GuidelineCell& cell, const TimeCell& one, const std::vector<const TimeCell*>& others, double times) {
  for (std::size_t i = 0; i < one.launches.size(); ++i) {
    bool is_whole = one.launches[i].has_value();
    double sum = 0;
    for (const auto* other : others) {
      is_whole = is_whole && i < other->launches.size() && other->launches[i];
      if (is_whole) sum += other->launches[i]->seconds[conform::median_quantile];
    }
    if (!is_whole) continue;
    cell.left.push_back(one.launches[i]->seconds[conform::median_quantile]);
    cell.right.push_back(times * sum);
  }
}

/// How surely the left side is longer than the right one, by the limit.
double p_of(const GuidelineCell& cell, double limit) {
  auto right = cell.right;
  for (auto& seconds : right) seconds *= limit;
  return median(cell.left) < median(right) ? 1 : rank_sum_p(cell.left, right);
}

void add(std::vector<GuidelineCell>& all, std::string name, const TimeCell& one,
         const std::vector<const TimeCell*>& others, double times = 1) {
  const auto& which = one.which;
  const bool is_ours = !others.front()->which.schedule.empty();
  GuidelineCell cell{.name = std::move(name),
                     .procedure = which.procedure,
                     .ranks = which.ranks,
                     .bytes = bytes_of(which),
                     .is_ours = is_ours};
  add_launches(cell, one, others, times);
  if (!cell.left.empty()) all.push_back(std::move(cell));
}

void add_composed(std::vector<GuidelineCell>& all, const Timed& timed) {
  for (const auto& guideline : guidelines)
    for (const auto& [key, sizes] : timed) {
      const auto& [procedure, form, ranks] = key;
      if (procedure != guideline.procedure || form != Form::blocking) continue;
      for (const auto& [bytes, cell] : sizes) {
        std::vector<const TimeCell*> others{cell_near(timed, guideline.by, ranks, bytes)};
        if (guideline.then) others.push_back(cell_near(timed, *guideline.then, ranks, bytes));
        if (others.front() && others.back()) add(all, print(guideline), *cell, others);
      }
    }
}

/// Adds the guidelines between neighbouring sizes of one procedure.
void add_sizes(std::vector<GuidelineCell>& all, const Timed& timed) {
  for (const auto& [key, sizes] : timed) {
    const auto& [procedure, form, ranks] = key;
    if (form != Form::blocking) continue;
    const std::string name(row(procedure).name);
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

void add_forms(std::vector<GuidelineCell>& all, const Timed& timed) {
  for (const auto& [key, sizes] : timed) {
    const auto& [procedure, form, ranks] = key;
    if (form != Form::nonblocking) continue;
    const std::string name(row(procedure).name);
    for (const auto& [bytes, cell] : sizes)
      if (const auto* blocking = cell_near(timed, procedure, ranks, bytes))
        add(all, "form: " + name + " <= i" + name + " + wait", *blocking, {cell});
  }
}

/// Whatever else differs, such as datatypes and roots.
void add_ours(std::vector<GuidelineCell>& all, const Recording& recording) {
  std::map<std::string, const TimeCell*> own;
  for (const auto& cell : recording.times)
    if (!cell.control) own[print(cell.which)] = &cell;
  for (const auto& cell : recording.times) {
    if (cell.control || cell.which.schedule.empty()) continue;
    auto which = cell.which;
    which.schedule.clear();
    if (const auto found = own.find(print(which)); found != own.end())
      add(all, "ours: " + std::string(row(which.procedure).name) + " <= " + cell.which.schedule, *found->second,
          {&cell});
  }
}

}  // namespace

std::string print(const Guideline& g) {
  std::string text(row(g.procedure).name);
  text += " <= " + std::string(row(g.by).name);
  if (g.then) text += " + " + std::string(row(*g.then).name);
  return text;
}

std::vector<double> GuidelineCell::ratios() const {
  std::vector<double> all;
  for (std::size_t i = 0; i < left.size(); ++i) all.push_back(left[i] / right[i]);
  return all;
}

Ratio ratio_of(const GuidelineCell& cell) { return median_of_ratios(cell.ratios(), 0.95); }

double GuidelineCell::limit(double factor) const { return is_ours ? std::max(factor, least_gain) : factor; }

std::vector<GuidelineCell> guideline_cells(const Recording& recording) {
  const auto timed = timed_cells(recording);
  std::vector<GuidelineCell> all;
  add_composed(all, timed);
  add_sizes(all, timed);
  add_forms(all, timed);
  add_ours(all, recording);
  return all;
}

std::vector<Violation> violations(const Recording& recording, double factor) {
  std::vector<Violation> all;
  const bool is_quiet = !noise(recording, factor);
  const bool is_quiet_enough = is_quiet || !noise(recording, std::max(factor, least_gain));
  auto cells = guideline_cells(recording);
  std::vector<double> p;
  for (const auto& cell : cells) p.push_back(p_of(cell, cell.limit(factor)));
  const auto corrected = holm(p);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!(cells[i].is_ours ? is_quiet_enough : is_quiet) || corrected[i] > surely) continue;
    const auto ratio = ratio_of(cells[i]);
    all.push_back({std::move(cells[i]), ratio});
  }
  std::ranges::stable_sort(all, std::greater{}, [](const Violation& v) { return v.ratio.factor; });
  return all;
}

std::optional<std::string> too_few_launches(const Recording& recording) {
  const auto cells = guideline_cells(recording).size();
  const auto could_be_sure = [&](std::size_t n) { return least_p(n, n) * static_cast<double>(cells) <= surely; };
  auto due = static_cast<std::size_t>(recording.launches);
  while (due > 0 && !could_be_sure(due)) ++due;
  if (due == static_cast<std::size_t>(recording.launches)) return std::nullopt;
  return fmt::format("{} launches are too few to be sure of any of {}; record with --launches {}", recording.launches,
                     cells, due);
}

}  // namespace tutti::baseline
