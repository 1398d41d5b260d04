#include "cli/conform_reveal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/output.hpp"
#include "cli/ranges.hpp"
#include "verified/conform/reveal_launch.hpp"

namespace tutti::cli {
namespace {

using conform::Case, conform::Procedure, conform::Revelation;

constexpr int most_ranks = 4096;

Procedure procedure_of(const RevealOptions& options) {
  const auto procedure = conform::procedure_named(options.collective);
  if (procedure && conform::combines(*procedure)) return *procedure;
  std::string names;
  for (const auto& r : conform::procedures)
    if (conform::combines(r.id)) names += fmt::format("{}{}", names.empty() ? "" : ", ", r.name);
  throw UsageError(fmt::format("--reveal {}: not a reduction or scan; name one of {}", options.collective, names));
}

std::string load_of(const RevealOptions& options) {
  if (options.type == "term") return options.type;
  for (const auto* type : {"float", "double", "long_double"})
    if (options.type == type) return "sum/" + options.type;
  throw UsageError(
      fmt::format("--type {}: give float, double, long_double, or term for an operator of the user's that "
                  "does not commute",
                  options.type));
}

std::vector<Case> cases_of(const ConformOptions& conform, const RevealOptions& options) {
  Case which{.procedure = procedure_of(options)};
  which.scene = conform::Scene::reveal;
  which.load = load_of(options);
  which.count = parse_number("--count", options.count, 1, std::numeric_limits<int>::max());
  std::vector<Case> cases;
  for (const int ranks : parse_list("--np", conform.np.value_or("2-5,7,8"), 1, most_ranks)) {
    which.ranks = ranks;
    which.root = parse_number("--root", options.root, 0, ranks - 1);
    cases.push_back(which);
  }
  return cases;
}

Exit exit_of(const std::vector<Revelation>& all) {
  const auto is_wrong = [](const Revelation& r) {
    return !r.wrong.empty() || (r.which.procedure == Procedure::allreduce && !ranks_agree(r));
  };
  if (std::ranges::any_of(all, is_wrong)) return Exit::refuted;
  const auto is_empty = [](const Revelation& r) { return !r.skipped.empty(); };
  return std::ranges::any_of(all, is_empty) ? Exit::undecided : Exit::holds;
}

}  // namespace

Exit run_reveal(const ConformOptions& conform, const RevealOptions& options) {
  const auto cases = cases_of(conform, options);
  std::optional<Output> svg;
  if (options.svg) svg.emplace("--svg", *options.svg);
  const ScratchFolder scratch(conform.scratch);
  const auto launcher = launcher_of(conform, scratch.path());
  std::vector<Revelation> all;
  for (const auto& which : cases) all.push_back(conform::reveal(launcher, which));
  if (svg) svg->write(print_svg(all));
  std::string text;
  for (const auto& r : all) text += (text.empty() ? "" : "\n") + print_text(r);
  if (!svg || !svg->is_stdout()) print_stdout(text);
  return exit_of(all);
}

}  // namespace tutti::cli
