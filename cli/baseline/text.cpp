// The report of `tutti baseline compare` for people.
#include <fmt/format.h>

#include "cli/baseline/report.hpp"
#include "verified/conform/case/bracketing.hpp"
#include "verified/conform/drive/revelation.hpp"

namespace tutti::cli {
namespace {

using baseline::Change, baseline::Coverage;

std::string counted(std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

std::string print(const std::vector<baseline::TreeOfRanks>& trees) {
  constexpr std::size_t most_drawn = 3;
  std::string text;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const auto& [tree, why, ranks] = trees[i];
    text += fmt::format("    {} at rank{} {}\n", tree.empty() ? "no tree: " + why : tree, ranks.size() == 1 ? "" : "s",
                        fmt::join(ranks, ","));
    const auto parsed = conform::parse_bracketing(tree);
    if (i < most_drawn && parsed) text += conform::print_dendrogram(*parsed, "      ");
  }
  return trees.empty() ? "    no rank has a result\n" : text;
}

std::string print(const Change& change) {
  auto text = fmt::format("{:<9} {}\n", name_of(change.what), print_place(change));
  const bool is_drawn = !change.from_trees.empty() || !change.to_trees.empty();
  if (!is_drawn) return text + "  " + print_difference(change) + "\n";
  return text + "  before\n" + print(change.from_trees) + "  now\n" + print(change.to_trees);
}

std::string print(const char* what, const Coverage& coverage) {
  auto text = fmt::format("{:<8} {:>6} in both", what, coverage.common);
  const auto alone = [&](const char* who, const std::vector<std::string>& cases) {
    if (cases.empty()) return;
    text += fmt::format("; {} in the {} alone, such as '{}'", cases.size(), who, cases.front());
  };
  alone("first", coverage.only_old);
  alone("second", coverage.only_new);
  return text + "\n";
}

std::string verdict_of(const BaselineRun& run) {
  switch (exit_of(run)) {
    case Exit::holds: return run.options.times ? "the same" : "the same, but for times, which were not compared";
    case Exit::refuted: return "changed: " + counted(run.comparison.changes.size(), "difference");
    default: return "undecided";
  }
}

}  // namespace

Exit exit_of(const BaselineRun& run) {
  if (!run.comparison.changes.empty()) return Exit::refuted;
  return run.comparison.undecided.empty() ? Exit::holds : Exit::undecided;
}

std::string print_place(const Change& change) {
  auto text = fmt::format("{} np {}, {}", row(change.procedure).name, change.ranks, change.bytes);
  if (change.last_bytes != change.bytes) text += fmt::format(" to {}", change.last_bytes);
  return text + " bytes" + (change.about.empty() ? "" : ": " + change.about);
}

std::string print_difference(const Change& change) {
  auto text = change.from + " -> " + change.to;
  if (!change.ratio) return text;
  const auto& [factor, interval] = *change.ratio;
  return text + fmt::format(", {:.2f} times ({:.2f} to {:.2f})", factor, interval.low, interval.high);
}

std::string print_text(const BaselineRun& run) {
  const auto& c = run.comparison;
  auto text = fmt::format("first   {}: {}\nsecond  {}: {}\n", run.old_file, run.before.environment.mpi, run.new_file,
                          run.after.environment.mpi);
  for (const auto& line : c.environment) text += "  " + line + "\n";
  text += "\n" + print("results", c.results) + print("trees", c.trees);
  if (run.options.times) text += print("times", c.times);
  for (const auto& change : c.changes) text += "\n" + print(change);
  if (c.explained_results > 0)
    text += fmt::format("\nother bits where the tree is another one: {}\n", counted(c.explained_results, "result"));
  if (!c.better.empty()) text += "\nbetter than before\n";
  for (const auto& change : c.better) text += print(change);
  for (const auto& [what, why] : c.undecided) text += "\nundecided: " + why + "\n";
  return text + "\n" + verdict_of(run) + "\n";
}

}  // namespace tutti::cli
