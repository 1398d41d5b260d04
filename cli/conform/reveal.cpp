#include "cli/conform/reveal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/common/ranges.hpp"
#include "cli/conform/table.hpp"
#include "cli/conform/trees.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/drive/campaign.hpp"

namespace tutti::cli {
namespace {

using conform::Case, conform::Procedure, conform::Revelation, conform::Verdict;

Procedure procedure_of(const RevealOptions& options) {
  const auto procedure = conform::procedure_named(options.collective);
  if (procedure && conform::combines(*procedure)) return *procedure;
  std::vector<std::string> names;
  for (const auto& r : conform::procedures)
    if (conform::combines(r.id)) names.emplace_back(r.name);
  throw UsageError("--reveal: there is no reduction or scan " + not_among(options.collective, names));
}

std::string load_of(const RevealOptions& options) {
  constexpr std::string_view sum = "sum/";
  std::vector<std::string> types;
  for (const auto& load : conform::revealing_loads()) {
    types.emplace_back(load.starts_with(sum) ? load.substr(sum.size()) : load);
    if (options.type == types.back()) return load;
  }
  throw UsageError("--type: nothing can be revealed of " + not_among(options.type, types));
}

/// The plain call in that form, completed so.
Case case_of(const RevealOptions& options) try {
  const auto name = row(procedure_of(options)).name;
  return conform::parse_case(fmt::format("{} form={} completion={}", name, options.form, options.completion));
} catch (const std::invalid_argument& e) {
  throw UsageError(fmt::format("--form and --completion: {}", e.what()));
}

std::vector<Case> cases_of(const ConformOptions& conform, const RevealOptions& options) {
  auto which = case_of(options);
  which.scenario = conform::Scenario::reveal;
  which.load = load_of(options);
  const auto counts = parse_list("--count", options.counts, 1, std::numeric_limits<int>::max());
  std::vector<Case> cases;
  for (const int ranks : ranks_of(conform)) {
    which.ranks = ranks;
    which.root = parse_number("--root", options.root, 0, ranks - 1);
    for (const int count : counts) {
      which.count = count;
      if (const auto why = why_not(which)) throw UsageError(fmt::format("--reveal: '{}': {}", print(which), *why));
      cases.push_back(which);
    }
  }
  return cases;
}

std::vector<conform::Outcome> outcomes_of(const std::vector<Case>& cases, conform::Runner& runner, bool quiet) {
  ConformTable table(cases, !quiet);
  const conform::Watch watch{.settled = [&](int k, const auto& outcome) { table.add(k, outcome.verdict); },
                             .library = [](const auto&) {}};
  return run({.cases = cases}, runner, watch).outcomes;
}

Exit exit_of(const std::vector<conform::Outcome>& outcomes) {
  const auto is = [](Verdict verdict) { return [=](const conform::Outcome& o) { return o.verdict == verdict; }; };
  if (std::ranges::any_of(outcomes, is(Verdict::failed))) return Exit::refuted;
  return std::ranges::all_of(outcomes, is(Verdict::passed)) ? Exit::holds : Exit::undecided;
}

std::string print_all(const std::string& library, const std::vector<Revelation>& all, bool quiet) {
  std::string text;
  for (const auto& r : all)
    if (!quiet || !r.wrong.empty() || !r.skipped.empty()) text += "\n" + print_text(r);
  return text.empty() ? text : library + "\n" + text;
}

}  // namespace

void add_options_of_reveal(Parser& parser, RevealOptions& options) {
  const auto add = [&](const char* name, auto& value, const char* type, const char* what) {
    parser.option(name, value, what).type_name(type).group("Trees instead of verdicts");
  };
  add("--reveal", options.collective, "NAME",
      "By which trees the MPI combines contributions to this reduction or scan");
  add("--count", options.counts, "LIST", "Elements, of each block in a reduce-scatter (default: 1)");
  add("--type", options.type, "TYPE",
      "Of MPI_SUM: float, double (default), long_double;\nof a user's operator: term, term-commutative");
  add("--root", options.root, "RANK", "Of a reduce (default: 0)");
  add("--form", options.form, "FORM", "blocking (default), nonblocking or persistent");
  add("--completion", options.completion, "HOW",
      "Of these: wait (default), test, waitall, waitany, waitsome,\ntestall, testany, testsome");
  add("--svg", options.svg, "FILE", "Draw the trees to FILE; - is standard output");
  add_options_of_map(parser, options.map);
}

void check_options_of_reveal(const Parser& parser) {
  if (!parser.given("--reveal")) {
    for (const auto* own : {"--count", "--type", "--root", "--form", "--completion", "--svg", "--map", "--bytes"})
      if (parser.given(own)) throw UsageError(fmt::format("{} needs --reveal", own));
    return;
  }
  for (const auto* other : {"--collective", "--quick", "--large", "--seed", "--case", "--cases", "--calls", "--expect",
                            "--record", "--resume", "--reproducers", "--mpicc", "--junit", "--tap", "--html"})
    if (parser.given(other)) throw UsageError(fmt::format("--reveal and {}: give one of them", other));
  if (!parser.given("--map")) {
    if (parser.given("--bytes")) throw UsageError("--bytes needs --map; without it give --count");
    return;
  }
  for (const auto* other : {"--count", "--type", "--root", "--form", "--completion", "--svg", "--algorithms"})
    if (parser.given(other)) throw UsageError(fmt::format("--map and {}: give one of them", other));
}

Exit run_reveal(const ConformOptions& conform, const RevealOptions& options, std::function<bool()> stop) {
  if (options.map.wanted) return run_map(conform, options.map, procedure_of(options), stop);
  auto cases = cases_of(conform, options);
  std::optional<Output> svg, json;
  if (options.svg) svg.emplace("--svg", *options.svg);
  if (conform.json) json.emplace("--json", *conform.json);
  const bool takes_svg = svg && svg->is_stdout(), takes_json = json && json->is_stdout();
  const auto scratch = scratch_folder(conform);
  const auto launcher = launcher_of(conform, scratch.path());
  const auto choices = choices_of(conform, launcher);
  conform::add_chosen(cases, choices);
  conform::Runner runner(launcher, choices, std::move(stop));
  const auto outcomes = outcomes_of(cases, runner, conform.quiet);
  std::vector<Revelation> all;
  for (std::size_t k = 0; k < cases.size(); ++k) all.push_back(revelation_of(cases[k], outcomes[k]));
  const auto& library = runner.library().text;
  if (svg) svg->write(print_svg(library, all));
  if (json) json->write(print_trees_json(library, all));
  if (!takes_svg && !takes_json) print_stdout(print_all(library, all, conform.quiet));
  return exit_of(outcomes);
}

}  // namespace tutti::cli
