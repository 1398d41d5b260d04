#include "cli/conform/tests.hpp"

#include <fmt/format.h>

#include "cli/junit.hpp"

namespace tutti::cli {
namespace {

using conform::Failure, conform::Verdict;

/// By the number of the case.
std::map<int, const Failure*> failures_of(const ConformRun& run) {
  std::map<int, const Failure*> all;
  for (const auto& f : run.failures) all[f.number] = &f;
  return all;
}

/// All findings, one in a line, and how to see them again.
std::string details(const ConformRun& run, const Failure& f) {
  std::string text;
  for (const auto& finding : run.outcome_of(f).found) text += describe(finding) + "\n";
  text += describe_group(run, f.group) + "\n";
  if (f.like >= 0) return text + "like " + print(run.cases[static_cast<std::size_t>(f.like)]);
  return text + describe_again(f.outcome) + "\nagain: " + command_for(run, f);
}

std::string excuse(const Expectation& e) { return "expected: " + (e.why.empty() ? e.line : e.why); }

/// "#" and "\" mean something in TAP.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '#' || letter == '\\') out += '\\';
    out += letter;
  }
  return out;
}

/// A YAML block that belongs to a test.
std::string yaml(const std::string& text) {
  std::string block = "  ---\n  message: |\n    ";
  for (const char letter : text) block += letter == '\n' ? "\n    " : std::string(1, letter);
  return block + "\n  ...\n";
}

}  // namespace

std::string print_junit(const ConformRun& run) {
  const auto failures = failures_of(run);
  std::vector<JUnitCase> tests;
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    const auto& c = run.cases[k];
    const auto& o = run.results.outcomes[k];
    JUnitCase test{std::string(row(c.procedure).name), print(c), 0, {}, {}};
    if (o.verdict == Verdict::skipped) test.skipped = o.why;
    if (o.verdict == Verdict::permitted) test.skipped = "permitted: " + o.why;
    if (o.verdict == Verdict::undecided) test.error = o.why;
    if (o.verdict == Verdict::failed) {
      const auto& f = *failures.at(static_cast<int>(k));
      const auto* expectation = run.expectation_of(f);
      (expectation ? test.skipped : test.failure) = (expectation ? excuse(*expectation) + "\n" : "") + details(run, f);
    }
    tests.push_back(std::move(test));
  }
  return print_junit("tutti conform: " + run.library.text, tests);
}

std::string print_tap(const ConformRun& run) {
  const auto failures = failures_of(run);
  auto text = fmt::format("TAP version 14\n1..{}\n", run.cases.size());
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    const auto& o = run.results.outcomes[k];
    const bool is_ok = o.verdict != Verdict::failed && o.verdict != Verdict::undecided;
    text += fmt::format("{} {} - {}", is_ok ? "ok" : "not ok", k + 1, escaped(print(run.cases[k])));
    if (o.verdict == Verdict::skipped) text += " # SKIP " + escaped(o.why);
    if (o.verdict == Verdict::permitted) text += " # SKIP permitted: " + escaped(o.why);
    const auto* failure = o.verdict == Verdict::failed ? failures.at(static_cast<int>(k)) : nullptr;
    if (const auto* expectation = failure ? run.expectation_of(*failure) : nullptr)
      text += " # TODO " + escaped(excuse(*expectation));
    text += "\n";
    if (failure) text += yaml(details(run, *failure));
    if (o.verdict == Verdict::undecided) text += yaml("undecided: " + o.why);
  }
  return text;
}

}  // namespace tutti::cli
