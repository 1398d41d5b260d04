#include "cli/conform_html.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <pugixml.hpp>
#include <set>
#include <sstream>

namespace tutti::cli {
namespace {

using conform::Case, conform::Comm, conform::Failure, conform::Form, conform::Procedure, conform::Scene,
    conform::Verdict;

constexpr const char* style = R"(
:root { color-scheme: light dark; --ok: #cdeccd; --bad: #f5b5b0; --open: #f3e3a8; --line: #bbb; }
@media (prefers-color-scheme: dark) { :root { --ok: #1f4a24; --bad: #6e2220; --open: #5c4d14; --line: #555; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 100em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 0.5em 0; }
th, td { border: 1px solid var(--line); padding: 0.1em 0.5em; text-align: right; font-variant-numeric: tabular-nums; }
th { font-weight: 600; } td.name, th.name { text-align: left; font-family: ui-monospace, monospace; }
.ok { background: var(--ok); } .bad { background: var(--bad); font-weight: 600; } .open { background: var(--open); }
.scroll { overflow-x: auto; }
pre { border: 1px solid var(--line); padding: 0.6em; overflow-x: auto; font-size: 13px; }
section { border-left: 4px solid var(--bad); padding-left: 1em; margin: 1.5em 0; }
section.known { border-color: var(--open); }
)";

struct Feature {
  const char* name;
  std::function<bool(const Case&)> has;
};

std::vector<Feature> features() {
  const auto form = [](Form f) { return [f](const Case& c) { return c.form == f; }; };
  const auto comm = [](Comm x) { return [x](const Case& c) { return c.comm == x; }; };
  const auto scene = [](Scene s) { return [s](const Case& c) { return c.scene == s; }; };
  return {{"blocking", form(Form::blocking)},
          {"nonblocking", form(Form::nonblocking)},
          {"persistent", form(Form::persistent)},
          {"large count", [](const Case& c) { return c.large_count; }},
          {"world", comm(Comm::world)},
          {"dup", comm(Comm::dup)},
          {"split", comm(Comm::split)},
          {"reversed", comm(Comm::reversed)},
          {"self", comm(Comm::self)},
          {"inter", comm(Comm::inter)},
          {"cart", comm(Comm::cart)},
          {"graph", comm(Comm::graph)},
          {"in place", [](const Case& c) { return c.in_place; }},
          {"root > 0", [](const Case& c) { return c.root > 0; }},
          {"irregular", [](const Case& c) { return c.irregular; }},
          {"scattered", [](const Case& c) { return c.scattered; }},
          {"in flight", scene(Scene::in_flight)},
          {"messages", scene(Scene::between_messages)},
          {"threads", scene(Scene::threads)},
          {"errors", scene(Scene::error)}};
}

pugi::xml_node add(pugi::xml_node to, const char* element, const std::string& text, const char* css = nullptr) {
  auto node = to.append_child(element);
  if (css) node.append_attribute("class") = css;
  if (!text.empty()) node.text() = text.c_str();
  return node;
}

void add_cell(pugi::xml_node line, const Counts& c) {
  const auto bad = c.failed + c.undecided;
  const char* css = c.failed ? "bad" : c.undecided ? "open" : c.passed ? "ok" : nullptr;
  const auto text = c.all() == 0                ? std::string("·")
                    : c.passed == 0 && bad == 0 ? "skip"
                    : bad == 0                  ? std::to_string(c.passed)
                                                : fmt::format("{} of {} fail", c.failed, c.all() - c.skipped);
  auto cell = add(line, "td", c.failed == 0 && c.undecided ? "undecided" : text, css);
  cell.append_attribute("title") =
      fmt::format("{} passed, {} failed, {} skipped, {} undecided", c.passed, c.failed, c.skipped, c.undecided).c_str();
}

/// Which line and which columns a case counts in.
struct Matrix {
  std::string corner;
  std::vector<std::string> columns;
  std::map<std::string, std::vector<Counts>> lines;

  void count(const std::string& line, std::size_t column, Verdict verdict) {
    auto& cells = lines[line];
    cells.resize(columns.size());
    cells[column].add(verdict);
  }
};

void add_matrix(pugi::xml_node to, const Matrix& matrix) {
  auto table = add(add(to, "div", "", "scroll"), "table", "");
  auto head = add(table, "tr", "");
  add(head, "th", matrix.corner, "name");
  for (const auto& c : matrix.columns) add(head, "th", c);
  for (const auto& [name, cells] : matrix.lines) {
    auto line = add(table, "tr", "");
    add(line, "td", name, "name");
    for (const auto& c : cells) add_cell(line, c);
  }
}

/// By `name_of_line`, which is empty for cases that do not count, and number of ranks.
Matrix by_ranks(const ConformRun& run, const char* corner,
                const std::function<std::string(const Case&)>& name_of_line) {
  std::map<int, std::size_t> column;
  for (const auto& c : run.cases) column[c.ranks] = 0;
  Matrix matrix{corner, {}, {}};
  for (auto& [ranks, at] : column) {
    at = matrix.columns.size();
    matrix.columns.push_back(fmt::format("np={}", ranks));
  }
  for (std::size_t k = 0; k < run.cases.size(); ++k)
    if (const auto name = name_of_line(run.cases[k]); !name.empty())
      matrix.count(name, column[run.cases[k].ranks], run.results.outcomes[k].verdict);
  return matrix;
}

/// Of cases with so many ranks; 0 is all.
Matrix by_features(const ConformRun& run, int ranks) {
  const auto all = features();
  Matrix matrix{"procedure", {}, {}};
  for (const auto& f : all) matrix.columns.emplace_back(f.name);
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    const auto& c = run.cases[k];
    if (ranks != 0 && c.ranks != ranks) continue;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].has(c)) matrix.count(std::string(row(c.procedure).name), i, run.results.outcomes[k].verdict);
  }
  return matrix;
}

void add_matrices(pugi::xml_node body, const ConformRun& run) {
  add(body, "h2", "Procedures by number of ranks");
  add_matrix(body, by_ranks(run, "procedure", [](const Case& c) { return std::string(row(c.procedure).name); }));
  const auto algorithms = by_ranks(run, "algorithm", [](const Case& c) { return c.algorithm; });
  if (!algorithms.lines.empty()) {
    add(body, "h2", "Algorithms by number of ranks");
    add_matrix(body, algorithms);
  }
  add(body, "h2", "Procedures by feature");
  add_matrix(body, by_features(run, 0));
  std::set<int> ranks;
  for (const auto& c : run.cases) ranks.insert(c.ranks);
  for (const int p : ranks) {
    auto details = add(body, "details", "");
    add(details, "summary", fmt::format("np={}", p));
    add_matrix(details, by_features(run, p));
  }
}

void add_those_like(pugi::xml_node to, const ConformRun& run, const Failure& leader) {
  std::vector<std::string> alike;
  for (const auto& f : run.failures)
    if (f.like == leader.number)
      alike.push_back(print(run.case_of(f)) + ": " + describe(run.outcome_of(f).found.front()));
  if (alike.empty()) return;
  auto details = add(to, "details", "");
  add(details, "summary", fmt::format("{} more like it", alike.size()));
  auto list = add(details, "ul", "");
  for (const auto& text : alike) add(list, "li", text);
}

void add_failure(pugi::xml_node body, const ConformRun& run, const Failure& f) {
  const auto* expectation = run.expectation_of(f);
  auto section = add(body, "section", "", expectation ? "known" : nullptr);
  add(section, "h3", print(f.smallest));
  if (expectation) add(section, "p", "Expected: " + expectation->line);
  for (const auto& finding : f.outcome.found) add(section, "p", describe(finding));
  add(section, "p", "It " + describe_again(f.outcome) + ".");
  if (const auto choice = describe_choice(run, f.smallest); !choice.empty())
    add(section, "p", "The algorithm was chosen by " + choice);
  if (f.smallest != run.case_of(f)) add(section, "p", "Found as: " + print(run.case_of(f)));
  if (const auto command = command_for(run, f); !command.empty()) add(section, "pre", command);
  if (!f.program.empty()) {
    auto details = add(section, "details", "");
    add(details, "summary", "C program");
    add(details, "pre", f.program);
  }
  add_those_like(section, run, f);
}

void add_reasons(pugi::xml_node body, const ConformRun& run, const char* title, Verdict verdict) {
  const auto all = reasons(run, verdict);
  if (all.empty()) return;
  add(body, "h2", title);
  auto list = add(body, "ul", "");
  for (const auto& [why, times] : all) add(list, "li", fmt::format("{} cases: {}", times, why));
}

}  // namespace

std::string print_html(const ConformRun& run) {
  pugi::xml_document document;
  document.append_child(pugi::node_doctype).set_value("html");
  auto html = document.append_child("html");
  html.append_attribute("lang") = "en";
  auto head = add(html, "head", "");
  head.append_child("meta").append_attribute("charset") = "utf-8";
  const auto title = "tutti conform: " + run.library.text;
  add(head, "title", title);
  add(head, "style", style);
  auto body = add(html, "body", "");
  add(body, "h1", title);
  const auto c = count(run);
  add(body, "p", fmt::format("MPI {}, launched by {}", run.library.standard, run.launcher));
  add(body, "p",
      fmt::format("{} cases in {:.0f} s: {} passed, {} failed, {} skipped, {} undecided.", c.all(), run.seconds,
                  c.passed, c.failed, c.skipped, c.undecided));
  add_matrices(body, run);
  if (!run.failures.empty()) add(body, "h2", "Failures");
  for (const auto& f : run.failures)
    if (f.like < 0) add_failure(body, run, f);
  for (const auto* e : gone(run.expectations, run.cases, run.results.outcomes))
    add(body, "p", "Fails no longer, though it is expected: " + e->line);
  add_reasons(body, run, "Undecided", Verdict::undecided);
  add_reasons(body, run, "Skipped", Verdict::skipped);
  std::ostringstream out;
  document.save(out, " ", pugi::format_indent | pugi::format_no_declaration);
  return out.str();
}

}  // namespace tutti::cli
