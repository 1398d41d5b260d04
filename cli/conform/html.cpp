#include "cli/conform/html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/conform/html_parts.hpp"
#include "cli/conform/trees.hpp"

namespace tutti::cli {
namespace {

using conform::Verdict;

void add_verdict(pugi::xml_node body, const ConformRun& run) {
  const auto c = count(run);
  const auto gone_ones = gone(run.expectations, run.cases, run.results.outcomes);
  const auto known = std::ranges::count_if(run.failures, [&](const auto& f) { return run.expectation_of(f); });
  const auto is_bad = c.failed > known || !gone_ones.empty();
  add(body, "p",
      fmt::format("{} cases: {} passed, {} failed{}, {} skipped, {} undecided.", c.all(), c.passed, c.failed,
                  known > 0 ? fmt::format(" ({} as expected)", known) : "", c.skipped, c.undecided),
      is_bad            ? "verdict bad"
      : c.undecided > 0 ? "verdict open"
                        : "verdict ok");
  if (!run.trouble.empty()) add(body, "p", "The run is not complete: " + run.trouble);
  for (const auto& fatal : fatal_arguments(run)) add(body, "p", describe(fatal) + ", as the standard permits.");
  for (const auto* e : gone_ones) add(body, "p", "Fails no longer, though it is expected: " + e->line);
  add(body, "p", fmt::format("MPI {}, launched by {}, in {:.0f} s.", run.library.standard, run.launcher, run.seconds));
}

void add_list(pugi::xml_node body, const char* title, const std::vector<std::pair<std::string, int>>& all) {
  if (all.empty()) return;
  add(body, "h2", title);
  auto list = add(body, "ul");
  for (const auto& [text, times] : all)
    add(list, "li", fmt::format("{} case{}: {}", times, times == 1 ? "" : "s", text));
}

}  // namespace

std::string print_html(const ConformRun& run) {
  Page page("tutti conform: " + (run.library.text.empty() ? "no worker spoke" : run.library.text));
  const auto body = page.body();
  add_verdict(body, run);
  add_matrices(body, run);
  add_failures(body, run);
  add_list(body, "Undecided", reasons(run, Verdict::undecided));
  add_trees(body, revelations_of(run));
  add_list(body, "Information", notes(run));
  add_list(body, "Permitted by the standard", reasons(run, Verdict::permitted));
  add_list(body, "Skipped", reasons(run, Verdict::skipped));
  return page.print();
}

}  // namespace tutti::cli
