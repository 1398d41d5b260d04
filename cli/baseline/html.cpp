// The report of `tutti baseline compare` as one page for a browser.
#include <fmt/format.h>

#include <sstream>

#include "cli/baseline/html_parts.hpp"

namespace tutti::cli {
namespace {

using baseline::Change;

/// The scale of the heat maps: blue is faster, red is slower; what is sure has a frame.
constexpr const char* style = R"(
:root { --f4: #4f8fd6; --f3: #86b3e6; --f2: #b3d0f0; --f1: #dceafa; --s1: #fbe6dc; --s2: #f7c6ae; --s3: #ef9a78;
  --s4: #e0653f; --sure: #000; }
@media (prefers-color-scheme: dark) {
  :root { --f4: #2f6fb8; --f3: #28578c; --f2: #204163; --f1: #1a2c3f; --s1: #3d2a22; --s2: #60392a; --s3: #8a4630;
    --s4: #b85430; --sure: #fff; } }
.f4 { background: var(--f4); } .f3 { background: var(--f3); } .f2 { background: var(--f2); } .f1 { background: var(--f1); }
.s1 { background: var(--s1); } .s2 { background: var(--s2); } .s3 { background: var(--s3); } .s4 { background: var(--s4); }
td.sure { outline: 2px solid var(--sure); outline-offset: -2px; font-weight: 600; }
.f4, .f3, .f2, .f1, .s1, .s2, .s3, .s4 { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
td.left, th.left { text-align: left; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(18em, 1fr)); gap: 1em; }
.sides figure { max-width: none; } .sides h4 { margin: 0.3em 0; }
)";

/// A paragraph for each line.
void add_lines(pugi::xml_node to, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) add(to, "p", line);
}

void add_list(pugi::xml_node to, const std::vector<std::string>& lines) {
  auto list = add(to, "ul");
  for (const auto& line : lines) add(list, "li", line);
}

const char* colour_of_verdict(const BaselineRun& run) {
  switch (exit_of(run)) {
    case Exit::holds: return "verdict ok";
    case Exit::refuted: return "verdict bad";
    default: return "verdict open";
  }
}

void add_top(pugi::xml_node body, const BaselineRun& run) {
  const auto& c = run.comparison;
  add(body, "p", print_verdict(run), colour_of_verdict(run));
  for (const auto& [what, why] : c.undecided) add(body, "p", "undecided: " + why, "open");
  add_lines(body, print_recordings(run));
  add(body, "h2", "Environment");
  if (c.environment.empty())
    add(body, "p", "Nothing that is recorded of it differs.");
  else
    add_list(body, c.environment);
  add(body, "h2", "What was compared");
  add_lines(body, print_coverage(run));
}

void add_change(pugi::xml_node to, const Change& change) {
  auto section = add(to, "section", "", "failure");
  add(section, "h3", fmt::format("{} {}", name_of(change.what), print_place(change)));
  if (change.from_trees.empty() && change.to_trees.empty())
    add(section, "p", print_difference(change));
  else
    add_trees_side_by_side(section, change);
  for (const auto& reason : reasons_of(change)) add(section, "p", reason);
}

void add_changes(pugi::xml_node body, const char* title, const std::vector<Change>& changes) {
  if (changes.empty()) return;
  add(body, "h2", title);
  for (const auto& change : changes) add_change(body, change);
}

void add_violations(pugi::xml_node body, const std::vector<baseline::Violation>& all) {
  if (all.empty()) return;
  add(body, "h2", "Guidelines that the second does not keep");
  add_lines(body, print_violations(all));
  auto table = add(add(body, "div", "", "scroll"), "table");
  auto head = add(table, "tr");
  for (const auto* name : {"guideline", "np", "bytes", "factor", "interval"})
    add(head, "th", name, name == std::string_view("guideline") ? "left" : "");
  for (const auto& [cell, ratio] : all) {
    auto line = add(table, "tr");
    add(line, "td", cell.name, "name left");
    add(line, "td", std::to_string(cell.ranks));
    add(line, "td", std::to_string(cell.bytes));
    add(line, "td", fmt::format("{:.2f}", ratio.factor));
    add(line, "td", fmt::format("{:.2f} to {:.2f}", ratio.interval.low, ratio.interval.high));
  }
}

}  // namespace

std::string print_html(const BaselineRun& run) {
  Page page(fmt::format("tutti baseline: {} against {}", run.new_file, run.old_file), style);
  const auto body = page.body();
  add_top(body, run);
  add_changes(body, "What has changed", run.comparison.changes);
  if (const auto explained = print_explained(run); !explained.empty()) add(body, "p", explained);
  if (run.options.times) add_heat_maps(body, run);
  add_violations(body, run.comparison.violations);
  add_changes(body, "Better than before", run.comparison.better);
  return page.print();
}

}  // namespace tutti::cli
