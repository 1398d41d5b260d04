#include "cli/conform/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <span>

#include "cli/conform/chosen.hpp"
#include "verified/conform/case/wrongs.hpp"
#include "verified/conform/drive/text.hpp"
#include "verified/conform/judge/reveal_note.hpp"

namespace tutti::cli {
namespace {

using conform::Again, conform::Case, conform::Failure, conform::Outcome, conform::Procedure, conform::Verdict;

constexpr std::size_t most_before = 4;  ///< cases on a command line
constexpr int most_alike = 3;           ///< named in text
constexpr std::size_t most_reasons = 10;

std::vector<std::pair<std::string, int>> most_frequent_first(const std::map<std::string, int>& times) {
  std::vector<std::pair<std::string, int>> all(times.begin(), times.end());
  std::ranges::stable_sort(all, std::greater(), [](const auto& r) { return r.second; });
  return all;
}

// ---- text

/// "812", or "810 !2" where two fail.
std::string cell(const Counts& c) {
  if (c.all() == 0) return "-";
  const auto text = c.passed + c.failed + c.permitted == 0 ? "skip" : std::to_string(c.passed);
  const auto bad = c.failed + c.undecided;
  return bad == 0 ? text : fmt::format("{} !{}", c.passed, bad);
}

std::string print_matrix(const ConformRun& run) {
  std::map<Procedure, std::map<int, Counts>> rows;
  std::set<int> ranks;
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    rows[run.cases[k].procedure][run.cases[k].ranks].add(run.results.outcomes[k].verdict);
    ranks.insert(run.cases[k].ranks);
  }
  auto text = fmt::format("{:24}", "PROCEDURE");
  for (const int p : ranks) text += fmt::format("{:>10}", fmt::format("NP={}", p));
  text += "\n";
  for (auto& [procedure, cells] : rows) {
    text += fmt::format("{:24}", row(procedure).name);
    for (const int p : ranks) text += fmt::format("{:>10}", cell(cells[p]));
    text += "\n";
  }
  return text + "passed, and behind ! what failed or is undecided\n";
}

/// The failures of the same class, the first of them by name.
std::string print_those_like(const ConformRun& run, const Failure& leader) {
  int count = 0;
  std::string text;
  for (const auto& f : run.failures) {
    if (f.like != leader.number) continue;
    if (++count <= most_alike) text += "  like it: " + print(run.case_of(f)) + "\n";
  }
  if (count > most_alike) text += fmt::format("  and {} more like it\n", count - most_alike);
  return text;
}

std::string print_failure(const ConformRun& run, const Failure& f) {
  const auto* expectation = run.expectation_of(f);
  auto text = fmt::format("{} {}\n  {}\n", expectation ? "fails as expected:" : "FAILS", print(run.case_of(f)),
                          describe(run.outcome_of(f).found.front()));
  if (f.smallest != run.case_of(f))
    text += fmt::format("  smallest: {}\n  {}\n", print(f.smallest), describe(f.outcome.found.front()));
  text += "  " + describe_again(f.outcome) + (f.is_cut ? "; not made smaller: there was no time left" : "") + "\n";
  if (const auto choice = describe_choice(run, f.smallest); !choice.empty()) text += "  chosen by: " + choice + "\n";
  const auto command = command_for(run, f);
  text += "  again: " + (command.empty() ? "--reproducers FOLDER writes these cases to a file for --cases" : command) +
          "\n";
  if (const auto file = run.files.find(f.number); file != run.files.end()) text += "  file: " + file->second + "\n";
  if (const auto tried = run.tried.find(f.number); tried != run.tried.end())
    text += "  the program: " + tried->second + "\n";
  return text + print_those_like(run, f);
}

std::string print_fatal_arguments(const ConformRun& run) {
  std::string text;
  for (const auto& fatal : fatal_arguments(run)) {
    const auto& example = run.cases[static_cast<std::size_t>(fatal.cases.front())];
    text += fmt::format("  {}: {} case{}, such as '{}'\n", describe(fatal), fatal.cases.size(),
                        fatal.cases.size() == 1 ? "" : "s", print(example));
  }
  return text.empty() ? text : "WRONG ARGUMENTS that the MPI does not survive, as the standard permits:\n" + text;
}

std::string print_reasons(const ConformRun& run, Verdict verdict) {
  const auto all = reasons(run, verdict);
  std::string text;
  for (const auto& [why, times] : std::span(all).first(std::min(all.size(), most_reasons)))
    text += fmt::format("{} {}: {}\n", name_of(verdict), times, why);
  if (all.size() > most_reasons)
    text += fmt::format("{} for {} other reasons, which --json lists\n", name_of(verdict), all.size() - most_reasons);
  return text;
}

std::string print_speed(const ConformRun& run) {
  std::string text;
  for (const auto& [ranks, speed] : run.results.speed)
    if (speed.seconds > 0) {
      const auto rate = speed.cases / speed.seconds;
      text += fmt::format("{}{:.{}f} at np={}", text.empty() ? "" : ", ", rate, rate < 10 ? 2 : 0, ranks);
    }
  return text.empty() ? "" : "cases per second: " + text + "\n";
}

int count_expected(const ConformRun& run) {
  return static_cast<int>(
      std::ranges::count_if(run.failures, [&](const auto& f) { return run.expectation_of(f) != nullptr; }));
}

std::string print_total(const ConformRun& run) {
  const auto c = count(run);
  const auto known = count_expected(run);
  return fmt::format("{}: {} cases: {} passed, {} failed{}, {} skipped{}, {} undecided; {:.1f} s\n",
                     run.library.text.empty() ? "no worker spoke" : run.library.text, c.all(), c.passed, c.failed,
                     known ? fmt::format(" ({} as expected)", known) : "", c.skipped,
                     c.permitted ? fmt::format(", {} permitted", c.permitted) : "", c.undecided, run.seconds);
}

}  // namespace

void Counts::add(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed: ++passed; break;
    case Verdict::failed: ++failed; break;
    case Verdict::skipped: ++skipped; break;
    case Verdict::undecided: ++undecided; break;
    case Verdict::permitted: ++permitted; break;
  }
}

Counts count(const ConformRun& run) {
  Counts counts;
  for (const auto& o : run.results.outcomes) counts.add(o.verdict);
  return counts;
}

std::vector<std::pair<std::string, int>> reasons(const ConformRun& run, Verdict verdict) {
  std::map<std::string, int> times;
  for (const auto& o : run.results.outcomes)
    if (o.verdict == verdict) ++times[o.why];
  return most_frequent_first(times);
}

std::vector<std::pair<std::string, int>> notes(const ConformRun& run) {
  std::map<std::string, int> times;
  for (const auto& o : run.results.outcomes) {
    std::set<std::string> of_case;
    for (const auto& note : o.notes)
      if (const auto noted = conform::parse_noted(note); noted && !conform::parse_revealed(noted->text))
        of_case.insert(noted->text);
    for (const auto& text : of_case) ++times[text];
  }
  return most_frequent_first(times);
}

std::string command_for(const ConformRun& run, const Failure& f) {
  if (f.like >= 0) return {};
  auto command = run.command;
  const auto& before = f.outcome.before;
  if (before.size() > most_before) {
    const auto file = run.files.find(f.number);
    return file == run.files.end() ? "" : command + " --cases " + conform::shell_quoted(file->second);
  }
  for (const auto& c : before) command += " --case " + conform::shell_quoted(print(c));
  return command + " --case " + conform::shell_quoted(print(f.smallest));
}

std::string describe_choice(const ConformRun& run, const Case& c) {
  const auto choice = std::ranges::find(run.choices, c.algorithm, &conform::Choice::label);
  if (choice == run.choices.end()) return {};
  auto text = choice->arguments;
  for (const auto& [name, value] : choice->environment) text += (text.empty() ? "" : ", ") + name + "=" + value;
  return text;
}

std::string describe_again(const Outcome& failure) {
  switch (failure.again) {
    case Again::alone: return "fails alone, in a launch of its own";
    case Again::after_others: {
      const auto n = failure.before.size();
      return fmt::format("passes alone, and fails behind {} other case{}", n, n == 1 ? "" : "s");
    }
    case Again::never: return "seen once: it passes alone, and behind the cases before it";
    case Again::not_asked: break;
  }
  return "not run again";
}

std::vector<FatalArgument> fatal_arguments(const ConformRun& run) {
  std::vector<FatalArgument> all;
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    const auto& o = run.results.outcomes[k];
    const auto& c = run.cases[k];
    if (o.verdict != Verdict::permitted || c.wrong.empty() || o.found.empty()) continue;
    const auto kind = o.found.front().wrong.kind;
    if (kind != conform::Kind::crash && kind != conform::Kind::hang) continue;
    const std::string says(conform::wrong_argument_named(c.wrong)->says);
    auto same = std::ranges::find_if(
        all, [&](const auto& f) { return f.procedure == c.procedure && f.kind == kind && f.says == says; });
    if (same == all.end()) same = all.insert(all.end(), {c.procedure, kind, says, {}});
    same->cases.push_back(static_cast<int>(k));
  }
  return all;
}

std::string describe(const FatalArgument& fatal) {
  return fmt::format("{} with {} {}", row(fatal.procedure).mpi_name, fatal.says,
                     fatal.kind == conform::Kind::hang ? "hangs" : "ends the program");
}

std::string describe_group(const ConformRun& run, int group) {
  const auto& g = run.groups[static_cast<std::size_t>(group)];
  const auto n = g.cases.size();
  return fmt::format("CAUSE {}: {}: {} case{} fail{}{}", group + 1, conform::describe(g), n, n == 1 ? "" : "s",
                     n == 1 ? "s" : "",
                     g.also_passed == 0 ? "" : fmt::format(", {} that are so too pass", g.also_passed));
}

std::string print_text(const ConformRun& run, bool quiet) {
  std::string text = quiet ? "" : print_matrix(run) + "\n";
  for (int g = 0; g < static_cast<int>(run.groups.size()); ++g) {
    std::string of_group;
    for (const auto& f : run.failures)
      if (f.group == g && f.like < 0 && !(quiet && run.expectation_of(f))) of_group += print_failure(run, f);
    if (!of_group.empty()) text += describe_group(run, g) + "\n" + of_group + "\n";
  }
  for (const auto* e : gone(run.expectations, run.cases, run.results.outcomes))
    text += "fails no longer, take it out: " + e->line + "\n";
  if (!quiet) text += print_fatal_arguments(run) + print_chosen(run);
  if (!quiet) text += print_reasons(run, Verdict::skipped) + print_reasons(run, Verdict::permitted);
  text += print_reasons(run, Verdict::undecided);
  if (!run.trouble.empty()) text += "the run is not complete: " + run.trouble + "\n";
  if (quiet) return text;
  if (run.garbage > 0) text += fmt::format("{} lines that the workers wrote are no reports\n", run.garbage);
  return text + print_speed(run) + print_total(run);
}

}  // namespace tutti::cli
