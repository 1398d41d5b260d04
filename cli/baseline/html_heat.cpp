// The heat maps on the page of `tutti baseline compare`: times of now in units of those of before.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "cli/baseline/html_parts.hpp"

namespace tutti::cli {
namespace {

using baseline::TimeRatio;

/// Lines are ordered as the calls are.
struct HeatMap {
  std::set<std::int64_t> sizes;
  std::vector<std::pair<std::string, std::map<std::int64_t, const TimeRatio*>>> lines;
};

/// What differs between the lines: the procedure and its form, and what else is said of it but its size.
std::string name_of_line(conform::Case c) {
  c.count = conform::Case{}.count;
  c.scenario = conform::Scenario::alone;
  c.ranks = 1;
  const auto text = print(c);
  const auto np = text.find(" np=1");
  return text.substr(0, np) + text.substr(np + std::string_view(" np=1").size());
}

/// By number of ranks.
std::map<int, HeatMap> heat_maps(const std::vector<TimeRatio>& all) {
  std::map<int, HeatMap> maps;
  for (const auto& one : all) {
    auto& map = maps[one.which.ranks];
    const auto bytes = baseline::bytes_of(one.which);
    const auto name = name_of_line(one.which);
    auto line = std::ranges::find(map.lines, name, [](const auto& l) { return l.first; });
    if (line == map.lines.end()) line = map.lines.insert(line, {name, {}});
    map.sizes.insert(bytes);
    line->second[bytes] = &one;
  }
  return maps;
}

/// The class of a cell: how far from 1, in four steps to both sides.
std::string colour(double factor) {
  constexpr std::array steps{1.05, 1.2, 1.5, 2.0};
  const double far = std::max(factor, 1 / factor);
  const auto step = std::ranges::count_if(steps, [&](double least) { return far >= least; });
  return step == 0 ? "" : fmt::format("{}{}", factor > 1 ? 's' : 'f', step);
}

bool is_sure(const BaselineRun& run, const TimeRatio& t) {
  const auto is_it = [&](const baseline::Change& c) { return c.timed == t.which; };
  return std::ranges::any_of(run.comparison.changes, is_it) || std::ranges::any_of(run.comparison.better, is_it);
}

void add_cell(pugi::xml_node line, const BaselineRun& run, const TimeRatio* t) {
  if (!t) {
    add(line, "td");
    return;
  }
  auto css = colour(t->ratio.factor);
  if (is_sure(run, *t)) css += css.empty() ? "sure" : " sure";
  add(line, "td", fmt::format("{:.2f}", t->ratio.factor), css).append_attribute("title") =
      fmt::format("{} -> {}, {:.2f} times ({:.2f} to {:.2f})", baseline::print_seconds(t->before),
                  baseline::print_seconds(t->after), t->ratio.factor, t->ratio.interval.low, t->ratio.interval.high)
          .c_str();
}

void add_heat_map(pugi::xml_node body, const BaselineRun& run, const HeatMap& map) {
  auto table = add(add(body, "div", "", "scroll"), "table");
  auto head = add(table, "tr");
  add(head, "th", "bytes", "name");
  for (const auto bytes : map.sizes) add(head, "th", std::to_string(bytes));
  for (const auto& [name, cells] : map.lines) {
    auto line = add(table, "tr");
    add(line, "th", name, "name");
    for (const auto bytes : map.sizes) {
      const auto cell = cells.find(bytes);
      add_cell(line, run, cell == cells.end() ? nullptr : cell->second);
    }
  }
}

}  // namespace

void add_heat_maps(pugi::xml_node body, const BaselineRun& run) {
  const auto ratios = time_ratios(run.before, run.after);
  if (ratios.empty()) return;
  add(body, "h2", "Times");
  add(body, "p",
      "The median of now in units of that of before: blue is faster, red is slower, from a factor of 1.05 on in steps "
      "of "
      "1.2, 1.5 and 2. A frame says that it is sure. Point at a cell for both times and the interval.");
  for (const auto& [ranks, map] : heat_maps(ratios)) {
    add(body, "h3", fmt::format("np {}", ranks));
    add_heat_map(body, run, map);
  }
}

}  // namespace tutti::cli
