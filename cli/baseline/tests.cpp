// The report of `tutti baseline compare` as tests, one for each collective and kind of change.
#include <map>
#include <set>

#include "cli/baseline/report.hpp"
#include "cli/junit.hpp"

namespace tutti::cli {
namespace {

using baseline::Procedure, baseline::Recording, baseline::What;

template <class Entries>
std::set<Procedure> procedures_in(const Entries& entries) {
  std::set<Procedure> all;
  for (const auto& entry : entries) all.insert(entry.which.procedure);
  return all;
}

std::set<Procedure> common(const std::set<Procedure>& a, const std::set<Procedure>& b) {
  std::set<Procedure> both;
  for (const auto p : a)
    if (b.contains(p)) both.insert(p);
  return both;
}

/// Which collectives both recordings have something of.
std::map<What, std::set<Procedure>> groups_of(const Recording& before, const Recording& after) {
  const auto timed = common(procedures_in(before.times), procedures_in(after.times));
  return {{What::tree, common(procedures_in(before.trees), procedures_in(after.trees))},
          {What::bits, common(procedures_in(before.results), procedures_in(after.results))},
          {What::time, timed},
          {What::guideline, timed}};
}

/// Why there is no verdict on such changes; guidelines are about times.
std::optional<std::string> undecided_of(const BaselineRun& run, What what) {
  std::string text;
  for (const auto& u : run.comparison.undecided)
    if (u.what == what || (what == What::guideline && u.what == What::time)) text += u.why + "\n";
  return text.empty() ? std::nullopt : std::optional(text);
}

bool is_of_times(What what) { return what == What::time || what == What::guideline; }

}  // namespace

std::string print_junit(const BaselineRun& run) {
  auto groups = groups_of(run.before, run.after);
  std::map<std::pair<What, Procedure>, std::string> failures;
  for (const auto& change : run.comparison.changes) {
    auto& text = failures[{change.what, change.procedure}];
    text += print_place(change) + ": " + print_difference(change) + "\n";
    for (const auto& reason : reasons_of(change)) text += "  " + reason + "\n";
    groups[change.what].insert(change.procedure);
  }
  std::vector<JUnitCase> tests;
  for (const auto& [what, procedures] : groups)
    for (const auto procedure : procedures) {
      JUnitCase test{std::string(row(procedure).name), std::string(name_of(what)), 0, {}, {}};
      if (const auto failure = failures.find({what, procedure}); failure != failures.end())
        test.failure = failure->second;
      else if (is_of_times(what) && !run.options.times)
        test.skipped = "--no-times";
      else
        test.error = undecided_of(run, what);
      tests.push_back(std::move(test));
    }
  for (const auto what : {What::tree, What::bits, What::time})  // also where there is nothing to test
    if (auto why = undecided_of(run, what))
      tests.push_back({"baseline", "verdict on " + std::string(name_of(what)), 0, {}, std::move(why)});
  return print_junit("tutti baseline: " + run.after.environment.mpi, tests);
}

}  // namespace tutti::cli
