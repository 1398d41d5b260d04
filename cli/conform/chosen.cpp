#include "cli/conform/chosen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace tutti::cli {
namespace {

struct Tried {
  Counts counts;
  std::string why;  ///< the first reason for a case that came to no verdict
};

bool is_reached(const Tried& t) { return t.counts.passed + t.counts.failed + t.counts.permitted > 0; }

std::string head_of(const std::string& label) { return label.substr(0, label.find('=')); }

std::map<std::string, Tried> tried_of(const ConformRun& run) {
  std::map<std::string, Tried> of;
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    const auto& label = run.cases[k].algorithm;
    if (label.empty()) continue;
    auto& tried = of[label];
    tried.counts.add(run.results.outcomes[k].verdict);
    if (tried.why.empty()) tried.why = run.results.outcomes[k].why;
  }
  return of;
}

struct OfHead {
  int choices = 0, reached = 0, seen = 0;
  Counts counts;
};

}  // namespace

std::string print_chosen(const ConformRun& run) {
  if (run.choices.empty()) return {};
  const auto tried = tried_of(run);
  std::map<std::string, OfHead> rows;
  std::map<std::string, std::vector<std::string>> unreached;  // by the reason
  std::string unknown;
  int without_cases = 0;
  for (std::size_t number = 0; number < run.choices.size(); ++number) {
    const auto& choice = run.choices[number];
    if (!choice.why_not.empty()) {
      unknown += fmt::format("  {}: {}\n", choice.label, choice.why_not);
      continue;
    }
    const auto found = tried.find(choice.label);
    if (found == tried.end()) {
      ++without_cases;
      continue;
    }
    auto& row = rows[head_of(choice.label)];
    const auto& c = found->second.counts;
    ++row.choices;
    row.seen += !run.effects.empty() && run.effects[number] == conform::Effect::seen;
    row.counts.passed += c.passed, row.counts.failed += c.failed, row.counts.skipped += c.skipped;
    row.counts.undecided += c.undecided, row.counts.permitted += c.permitted;
    if (is_reached(found->second))
      ++row.reached;
    else
      unreached[found->second.why].push_back(choice.label);
  }
  auto text = fmt::format("{:32}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "CHOSEN AT THE LAUNCH", "CHOICES",
                          "SEEN", "REACHED", "PASSED", "FAILED", "SKIPPED", "UNDECIDED");
  for (const auto& [head, row] : rows)
    text += fmt::format("{:32}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}\n", head, row.choices,
                        run.effects.empty() ? "" : std::to_string(row.seen), row.reached, row.counts.passed,
                        row.counts.failed, row.counts.skipped, row.counts.undecided);
  for (const auto& [why, labels] : unreached) {
    text += fmt::format("not reached, {}:\n", why);
    for (const auto& label : labels) text += "  " + label + "\n";
  }
  if (without_cases > 0)
    text += fmt::format("no case of the programme concerns {} other choice{}\n", without_cases,
                        without_cases == 1 ? "" : "s");
  if (!unknown.empty()) text += "nobody knows how to choose:\n" + unknown;
  return text;
}

}  // namespace tutti::cli
