#include "verified/baseline/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

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

/// Whether it was recorded.
bool has(const Recording& recording, const Case& which) {
  const auto is_it = [&](const auto& cell) { return cell.which == which; };
  const auto includes_it = [&](const TreeChain& chain) {
    auto least = which;
    least.count = chain.which.count;
    return chain.which == least && chain.segments.front().first <= which.count &&
           which.count <= chain.segments.back().last;
  };
  return std::ranges::any_of(recording.results, is_it) || std::ranges::any_of(recording.times, is_it) ||
         std::ranges::any_of(recording.trees, includes_it);
}

/// What `after` has tried without success, and `before` has. Of a call that could not be timed nothing is known: its
/// ranks may have been kept from being in time.
void compare_missing(const Recording& before, const Recording& after, const CompareOptions& options,
                     Comparison& comparison) {
  const auto is_missing = [&](const Missing& m) {
    return std::ranges::any_of(before.missing, [&](const Missing& o) { return o.which == m.which; });
  };
  std::vector<Missing> in_neither;
  for (const auto& m : after.missing) {
    if (m.which.scenario != conform::Scenario::time && is_missing(m)) in_neither.push_back(m);
    if (!has(before, m.which)) continue;
    if (m.which.scenario == conform::Scenario::time) {
      if (options.times)
        comparison.undecided.push_back({What::time, "times: '" + print(m.which) + "' was not timed: " + m.why});
      continue;
    }
    const auto what = m.which.scenario == conform::Scenario::reveal ? What::tree : What::bits;
    if (!m.was_run) {
      comparison.undecided.push_back({what, fmt::format("'{}' was not recorded: {}", print(m.which), m.why)});
      continue;
    }
    const auto bytes = bytes_of(m.which);
    comparison.changes.push_back({.what = what,
                                  .procedure = m.which.procedure,
                                  .ranks = m.which.ranks,
                                  .bytes = bytes,
                                  .last_bytes = bytes,
                                  .from = "recorded",
                                  .to = m.why,
                                  .about = about(m.which),
                                  .nodes = m.which.nodes});
  }
  if (!in_neither.empty())
    comparison.undecided.push_back(
        {What::bits, fmt::format("{} calls could be recorded in neither, such as '{}': {}", in_neither.size(),
                                 print(in_neither.front().which), in_neither.front().why)});
}

/// Looks at bits and trees: compare_times() has looked at times.
void check_coverage(Comparison& comparison) {
  for (const auto& [what, name, c] :
       {std::tuple(What::bits, "results", &comparison.results), {What::tree, "trees", &comparison.trees}})
    if (!c->is_enough()) comparison.undecided.push_back({what, name + (": " + why_not_enough(*c))});
  if (comparison.results.common + comparison.trees.common + comparison.times.common == 0)
    comparison.undecided.push_back(
        {What::bits, "the recordings have no cell in common; record both with the same options"});
}

}  // namespace

std::string_view name_of(What what) {
  constexpr std::array<std::string_view, 4> names{"tree", "bits", "time", "guideline"};
  return names[static_cast<std::size_t>(what)];
}

std::string why_not_enough(const Coverage& c) {
  return std::to_string(c.common) + " of " + std::to_string(c.common + std::max(c.only_old.size(), c.only_new.size())) +
         " are in both recordings; record both with the same options";
}

std::string about(const Case& c) {
  auto text = c.load;
  if (c.form != conform::Form::blocking) text += ", " + std::string(name_of(c.form));
  if (c.root != 0) text += ", root " + std::to_string(c.root);
  if (c.in_place) text += ", in place";
  if (c.irregular) text += ", irregular";
  return text;
}

Comparison compare(const Recording& before, const Recording& after, const CompareOptions& options) {
  Comparison comparison;
  compare_environments(before.environment, after.environment, comparison);
  compare_trees(before, after, comparison);
  compare_bits(before, after, comparison);
  if (options.times) compare_times(before, after, options, comparison);
  compare_missing(before, after, options, comparison);
  check_coverage(comparison);
  return comparison;
}

}  // namespace tutti::baseline
