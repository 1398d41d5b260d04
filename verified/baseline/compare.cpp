#include "verified/baseline/compare.hpp"

#include <array>
#include <set>

#include "verified/baseline/compare_parts.hpp"

namespace tutti::baseline {
namespace {

/// One value of the environment, as text.
void compare_value(const std::string& name, const std::string& before, const std::string& after, Comparison& c) {
  if (before != after) c.environment.push_back(name + ": " + after + ", was " + before);
}

void compare_environments(const Environment& before, const Environment& after, Comparison& c) {
  compare_value("MPI", before.mpi, after.mpi, c);
  compare_value("launcher", before.launcher, after.launcher, c);
  compare_value("CPU", before.cpu, after.cpu, c);
  compare_value("governor", before.governor, after.governor, c);
  compare_value("processors", before.affinity, after.affinity, c);
  compare_value("kernel", before.kernel, after.kernel, c);
  compare_value("compiler", before.compiler, after.compiler, c);
  compare_value("host", before.hostname, after.hostname, c);
  std::set<std::string> names;
  for (const auto* all : {&before.variables, &after.variables})
    for (const auto& [name, value] : *all) names.insert(name);
  for (const auto& name : names) {
    const auto value = [&](const Environment& e) {
      const auto found = e.variables.find(name);
      return found == e.variables.end() ? std::string("not set") : found->second;
    };
    compare_value(name, value(before), value(after), c);
  }
}

/// What `after` has tried without success, and `before` has.
void compare_missing(const Recording& before, const Recording& after, Comparison& comparison) {
  std::set<std::string> had;
  for (const auto& r : before.results) had.insert(print(r.which));
  for (const auto& cell : before.times) had.insert(print(cell.which));
  for (const auto& m : after.missing)
    if (had.contains(print(m.which))) {
      const auto bytes = bytes_of(m.which);
      const auto what = m.which.scenario == conform::Scenario::time ? What::time : What::bits;
      comparison.changes.push_back({.what = what,
                                    .procedure = m.which.procedure,
                                    .ranks = m.which.ranks,
                                    .bytes = bytes,
                                    .last_bytes = bytes,
                                    .from = "a result",
                                    .to = m.why,
                                    .about = m.which.load});
    }
}

}  // namespace

std::string_view name_of(What what) {
  constexpr std::array<std::string_view, 4> names{"tree", "bits", "time", "guideline"};
  return names[static_cast<std::size_t>(what)];
}

Comparison compare(const Recording& before, const Recording& after, const CompareOptions& options) {
  Comparison comparison;
  compare_environments(before.environment, after.environment, comparison);
  compare_trees(before, after, comparison);
  compare_bits(before, after, comparison);
  if (options.times) compare_times(before, after, options, comparison);
  compare_missing(before, after, comparison);
  if (comparison.results.common + comparison.trees.common + comparison.times.common == 0)
    comparison.undecided.push_back("the recordings have no cell in common; record both with the same options");
  return comparison;
}

}  // namespace tutti::baseline
