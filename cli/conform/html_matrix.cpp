// The matrices on the page of `tutti conform`.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "cli/conform/html_parts.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::cli {
namespace {

using conform::Case, conform::Comm, conform::Form, conform::Scenario, conform::Verdict;

using Has = std::function<bool(const Case&)>;

/// What cases may have about them.
struct Feature {
  std::string group, name;
  Has has;
};

const std::vector<Feature>& features() {
  const auto form = [](Form f) { return [f](const Case& c) { return c.form == f; }; };
  const auto comm = [](Comm x) { return [x](const Case& c) { return c.comm == x; }; };
  const auto scenario = [](Scenario s) { return [s](const Case& c) { return c.scenario == s; }; };
  const auto is_derived = [](const Case& c) {
    const auto* datatypes = conform::datatype_pair_row_named(c.load);
    return datatypes && !(datatypes->mixes.empty() && datatypes->sent.predefined());
  };
  const auto is_constructed = [](const Case& c) { return c.comm > Comm::graph && !conform::is_inter(c.comm); };
  static const std::vector<Feature> all{
      {"form", "blocking", form(Form::blocking)},
      {"form", "nonblocking", form(Form::nonblocking)},
      {"form", "persistent", form(Form::persistent)},
      {"form", "large count", [](const Case& c) { return c.large_count; }},
      {"communicator", "world", comm(Comm::world)},
      {"communicator", "duplicate", comm(Comm::dup)},
      {"communicator", "split", comm(Comm::split)},
      {"communicator", "reversed", comm(Comm::reversed)},
      {"communicator", "self", comm(Comm::self)},
      {"communicator", "inter", [](const Case& c) { return conform::is_inter(c.comm); }},
      {"communicator", "cartesian", comm(Comm::cart)},
      {"communicator", "graph", comm(Comm::graph)},
      {"communicator", "constructed", is_constructed},
      {"arguments", "in place", [](const Case& c) { return c.in_place; }},
      {"arguments", "root > 0", [](const Case& c) { return c.root > 0; }},
      {"arguments", "irregular", [](const Case& c) { return c.irregular; }},
      {"arguments", "scattered", [](const Case& c) { return c.scattered; }},
      {"arguments", "derived types", is_derived},
      {"arguments", "MPI_BOTTOM", [](const Case& c) { return c.bottom; }},
      {"arguments", "user's operator", [](const Case& c) { return conform::user_operator_named(c.load) != nullptr; }},
      {"scene", "in flight", scenario(Scenario::in_flight)},
      {"scene", "messages", scenario(Scenario::between_messages)},
      {"scene", "late", scenario(Scenario::late)},
      {"scene", "repeated", scenario(Scenario::repeated)},
      {"scene", "with tools", scenario(Scenario::tools)},
      {"scene", "mixed", scenario(Scenario::mixed)},
      {"scene", "threads", scenario(Scenario::threads)},
      {"scene", "errors", scenario(Scenario::error)},
      {"scene", "revealed", scenario(Scenario::reveal)}};
  return all;
}

/// A line of a matrix.
struct Row {
  std::string name, place;  ///< where its failures are on the page, or empty
  std::vector<Counts> cells;
};

struct Matrix {
  std::string corner;
  std::vector<std::string> columns;
  std::vector<Row> rows = {};

  void count(const std::string& name, const std::string& place, std::size_t column, Verdict verdict) {
    auto row = std::ranges::find(rows, name, &Row::name);
    if (row == rows.end()) row = rows.insert(rows.end(), {name, place, std::vector<Counts>(columns.size())});
    row->cells[column].add(verdict);
  }
};

std::string text_of(const Counts& c) {
  if (c.failed > 0) return fmt::format("{}/{}", c.failed, c.all() - c.skipped);
  if (c.undecided > 0) return "?";
  return c.passed > 0 ? std::to_string(c.passed) : c.skipped > 0 ? "–" : "";
}

void add_cell(pugi::xml_node line, const Counts& c, const std::string& place) {
  auto cell = add(line, "td", "", c.failed ? "bad" : c.undecided ? "open" : c.passed ? "ok" : "none");
  if (c.all() > 0)
    cell.append_attribute("title") =
        fmt::format("{} passed, {} failed, {} skipped, {} undecided", c.passed, c.failed, c.skipped, c.undecided)
            .c_str();
  if (c.failed > 0 && !place.empty())
    add(cell, "a", text_of(c)).append_attribute("href") = ("#" + place).c_str();
  else
    cell.text() = text_of(c).c_str();
}

/// The groups of features above their names.
void add_groups(pugi::xml_node table) {
  auto line = add(table, "tr");
  add(line, "td", " ", "corner");
  int width = 0;
  for (std::size_t i = 0; i < features().size(); ++i) {
    ++width;
    const auto& group = features()[i].group;
    if (i + 1 < features().size() && features()[i + 1].group == group) continue;
    add(line, "th", group, "group").append_attribute("colspan") = width;
    width = 0;
  }
}

void add_matrix(pugi::xml_node to, const Matrix& matrix, bool of_features = false) {
  auto table = add(add(to, "div", "", "scroll"), "table");
  if (of_features) add_groups(table);
  auto head = add(table, "tr");
  add(head, "th", matrix.corner, "name");
  for (const auto& c : matrix.columns) add(add(head, "th", "", of_features ? "upright" : ""), "span", c);
  for (const auto& [name, place, cells] : matrix.rows) {
    auto line = add(table, "tr");
    add(line, "th", name, "name");
    for (const auto& c : cells) add_cell(line, c, place);
  }
}

std::set<int> ranks_of(const ConformRun& run) {
  std::set<int> ranks;
  for (const auto& c : run.cases) ranks.insert(c.ranks);
  return ranks;
}

/// A row for each name that `name_of_row` gives; cases without one do not count.
Matrix by_ranks(const ConformRun& run, const char* corner, const std::function<std::string(const Case&)>& name_of_row) {
  Matrix matrix{corner, {}};
  std::map<int, std::size_t> column;
  for (const int ranks : ranks_of(run)) {
    column[ranks] = matrix.columns.size();
    matrix.columns.push_back(fmt::format("np={}", ranks));
  }
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    const auto& c = run.cases[k];
    if (const auto name = name_of_row(c); !name.empty())
      matrix.count(name, place_of_failures(c.procedure), column[c.ranks], run.results.outcomes[k].verdict);
  }
  return matrix;
}

/// The matrix of the cases with so many ranks; 0 stands for all.
Matrix by_features(const ConformRun& run, int ranks) {
  Matrix matrix{"procedure", {}};
  for (const auto& f : features()) matrix.columns.push_back(f.name);
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    const auto& c = run.cases[k];
    if (ranks != 0 && c.ranks != ranks) continue;
    for (std::size_t i = 0; i < features().size(); ++i)
      if (features()[i].has(c))
        matrix.count(std::string(row(c.procedure).name), place_of_failures(c.procedure), i,
                     run.results.outcomes[k].verdict);
  }
  return matrix;
}

}  // namespace

void add_matrices(pugi::xml_node body, const ConformRun& run) {
  add(body, "h2", "Procedures by number of ranks");
  add(body, "p", "How many cases pass; in red how many of how many fail; ? where some are undecided; – all skipped.");
  add_matrix(body, by_ranks(run, "procedure", [](const Case& c) { return std::string(row(c.procedure).name); }));
  const auto algorithms = by_ranks(run, "algorithm", [](const Case& c) { return c.algorithm; });
  if (!algorithms.rows.empty()) {
    add(body, "h2", "Algorithms by number of ranks");
    add_matrix(body, algorithms);
  }
  add(body, "h2", "Procedures by feature");
  add_matrix(body, by_features(run, 0), true);
  for (const int p : ranks_of(run)) {
    auto details = add(body, "details");
    add(details, "summary", fmt::format("np={}", p));
    add_matrix(details, by_features(run, p), true);
  }
}

}  // namespace tutti::cli
