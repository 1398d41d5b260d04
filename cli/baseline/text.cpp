// The report of `tutti baseline compare` for people.
#include <fmt/format.h>

#include <algorithm>
#include <set>

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
    text += "    " + print_tree(trees[i]) + "\n";
    const auto parsed = conform::parse_bracketing(trees[i].tree);
    if (i < most_drawn && parsed) text += conform::print_dendrogram(*parsed, "      ");
  }
  return trees.empty() ? "    no rank has a result\n" : text;
}

std::string print(const Change& change) {
  auto text = fmt::format("{:<9} {}\n", name_of(change.what), print_place(change));
  const bool is_drawn = !change.from_trees.empty() || !change.to_trees.empty();
  if (is_drawn)
    text += "  before\n" + print(change.from_trees) + "  now\n" + print(change.to_trees);
  else
    text += "  " + print_difference(change) + "\n";
  for (const auto& reason : reasons_of(change)) text += "  " + reason + "\n";
  return text;
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

}  // namespace

Exit exit_of(const BaselineRun& run) {
  if (!run.comparison.changes.empty()) return Exit::refuted;
  return run.comparison.undecided.empty() ? Exit::holds : Exit::undecided;
}

std::string print_place(const Change& change) {
  auto text = fmt::format("{} np {}", row(change.procedure).name, change.ranks);
  if (change.nodes != conform::Nodes{}) text += " on nodes " + print(change.nodes);
  text += fmt::format(", {}", change.bytes);
  if (change.last_bytes != change.bytes) text += fmt::format(" to {}", change.last_bytes);
  return text + " bytes" + (change.about.empty() ? "" : ": " + change.about);
}

std::string print_difference(const Change& change) {
  auto text = change.from + " -> " + change.to;
  if (!change.ratio) return text;
  const auto& [factor, interval] = *change.ratio;
  return text + fmt::format(", {:.2f} times ({:.2f} to {:.2f})", factor, interval.low, interval.high);
}

std::string print_verdict(const BaselineRun& run) {
  const auto& c = run.comparison;
  std::string text = "undecided";
  if (exit_of(run) == Exit::holds)
    text = run.options.times ? "the same" : "the same, but for times, which were not compared";
  if (exit_of(run) == Exit::refuted) text = "changed: " + counted(c.changes.size(), "difference");
  const auto alone = [&](const Coverage& kind) { return kind.only_old.size() + kind.only_new.size(); };
  if (const auto n = alone(c.results) + alone(c.trees) + alone(c.times))
    text += fmt::format("; not compared: {} that only one record has", n);
  return text;
}

std::string print_recordings(const BaselineRun& run) {
  return fmt::format("first   {}: {}\nsecond  {}: {}\n", run.old_file, run.before.environment.mpi, run.new_file,
                     run.after.environment.mpi);
}

std::string print_coverage(const BaselineRun& run) {
  const auto& c = run.comparison;
  auto text = print("results", c.results) + print("trees", c.trees);
  return run.options.times ? text + print("times", c.times) : text;
}

std::string print_tree(const baseline::TreeOfRanks& t) {
  return fmt::format("{} at rank{} {}", t.tree.empty() ? "no tree: " + t.why : t.tree, t.ranks.size() == 1 ? "" : "s",
                     fmt::join(t.ranks, ","));
}

std::string print_explained(const BaselineRun& run) {
  const auto n = run.comparison.explained_results;
  return n == 0 ? "" : "other bits, which the other tree makes of the same operands: " + counted(n, "result");
}

std::string print_violations(const std::vector<baseline::Violation>& violations) {
  std::string text;
  std::set<std::pair<std::string, int>> told;
  for (const auto& violation : violations) {
    const auto& cell = violation.cell;
    const auto& ratio = violation.ratio;
    if (!told.emplace(cell.name, cell.ranks).second) continue;
    const auto is_same = [&](const auto& v) { return v.cell.name == cell.name && v.cell.ranks == cell.ranks; };
    text += fmt::format("{}: {:.2f} times ({:.2f} to {:.2f}) at np {}, {} bytes", cell.name, ratio.factor,
                        ratio.interval.low, ratio.interval.high, cell.ranks, cell.bytes);
    if (const auto n = std::ranges::count_if(violations, is_same); n > 1)
      text += fmt::format(", and at {} other size{}", n - 1, n == 2 ? "" : "s");
    text += "\n";
  }
  return text;
}

std::string print_text(const BaselineRun& run) {
  const auto& c = run.comparison;
  auto text = print_recordings(run);
  for (const auto& line : c.environment) text += "  " + line + "\n";
  text += "\n" + print_coverage(run);
  for (const auto& change : c.changes) text += "\n" + print(change);
  if (const auto explained = print_explained(run); !explained.empty()) text += "\n" + explained + "\n";
  if (!c.better.empty()) text += "\nbetter than before\n";
  for (const auto& change : c.better) text += print(change);
  if (!c.violations.empty()) text += "\nguidelines that the second does not keep\n" + print_violations(c.violations);
  for (const auto& [what, why] : c.undecided) text += "\nundecided: " + why + "\n";
  return text + "\n" + print_verdict(run) + "\n";
}

}  // namespace tutti::cli
