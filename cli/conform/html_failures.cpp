// The failures on the page of `tutti conform`.
#include <fmt/format.h>

#include <algorithm>

#include "cli/conform/html_parts.hpp"

namespace tutti::cli {
namespace {

using conform::Failure, conform::Procedure;

constexpr std::ptrdiff_t most_unfolded = 5;

std::vector<const Failure*> those_like(const ConformRun& run, const Failure& leader) {
  std::vector<const Failure*> alike;
  for (const auto& f : run.failures)
    if (f.like == leader.number) alike.push_back(&f);
  return alike;
}

void add_those_like(pugi::xml_node to, const ConformRun& run, const std::vector<const Failure*>& alike) {
  if (alike.empty()) return;
  auto details = add(to, "details");
  add(details, "summary", fmt::format("{} more like it", alike.size()));
  auto list = add(details, "ul");
  for (const auto* f : alike)
    add(list, "li", print(run.case_of(*f)) + ": " + describe(run.outcome_of(*f).found.front()));
}

void add_program(pugi::xml_node to, const Failure& f) {
  if (f.program.empty()) return;
  auto details = add(to, "details");
  add(details, "summary", "C program");
  add(details, "pre", f.program);
}

void add_failure(pugi::xml_node to, const ConformRun& run, const Failure& f, bool unfolded) {
  const auto* expectation = run.expectation_of(f);
  const auto alike = those_like(run, f);
  auto section = add(to, "details", "", expectation ? "failure known" : "failure");
  if (unfolded) section.append_attribute("open") = "open";
  auto summary = add(section, "summary");
  add(summary, "code", print(f.smallest));
  add(summary, "span", fmt::format(" {}", name_of(f.outcome.found.front().wrong.kind)));
  if (!alike.empty()) add(summary, "small", fmt::format(" and {} more like it", alike.size()));
  if (expectation) add(section, "p", "Expected: " + expectation->line);
  for (const auto& finding : f.outcome.found) add(section, "p", describe(finding));
  add(section, "p", describe_group(run, f.group));
  add(section, "p",
      "It " + describe_again(f.outcome) + (f.is_cut ? "; not made smaller: there was no time left." : "."));
  if (const auto choice = describe_choice(run, f.smallest); !choice.empty())
    add(section, "p", "The algorithm was chosen by " + choice);
  if (f.smallest != run.case_of(f)) add(section, "p", "Found as: " + print(run.case_of(f)));
  if (const auto command = command_for(run, f); !command.empty()) add(section, "pre", command, "command");
  add_program(section, f);
  add_those_like(section, run, alike);
}

}  // namespace

std::string place_of_failures(Procedure procedure) { return "failures-" + std::string(row(procedure).name); }

void add_failures(pugi::xml_node body, const ConformRun& run) {
  if (run.failures.empty()) return;
  add(body, "h2", "Failures");
  auto causes = add(body, "ul");
  for (int g = 0; g < static_cast<int>(run.groups.size()); ++g) add(causes, "li", describe_group(run, g));
  const auto leads = [](const Failure& f) { return f.like < 0; };
  const bool unfolded = std::ranges::count_if(run.failures, leads) <= most_unfolded;
  for (const auto& r : conform::procedures) {
    const auto is_of = [&](const Failure& f) { return run.case_of(f).procedure == r.id; };
    if (std::ranges::none_of(run.failures, is_of)) continue;
    add(body, "h3", std::string(r.mpi_name)).append_attribute("id") = place_of_failures(r.id).c_str();
    for (const auto& f : run.failures)
      if (leads(f) && is_of(f)) add_failure(body, run, f, unfolded);
  }
}

}  // namespace tutti::cli
