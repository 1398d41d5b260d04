#include "cli/conform/expect.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <sstream>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/common/read_input.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::cli {
namespace {

using conform::Case, conform::Kind, conform::Outcome, conform::Verdict;

Kind kind_called(const std::string& name) {
  if (const auto kind = conform::kind_named(name)) return *kind;
  std::vector<std::string> valid;
  for (int k = 0; k <= static_cast<int>(Kind::crash); ++k) valid.emplace_back(name_of(static_cast<Kind>(k)));
  throw UsageError("there is no kind of failure " + not_among(name, valid));
}

/// Throws UsageError where no case can have a word like it.
void check_word(const std::string& pattern) try {
  if (const std::string key = "load="; pattern.starts_with(key)) {
    const auto value = pattern.substr(key.size());
    const auto is_like = [&](const std::string& load) { return fnmatch(value.c_str(), load.c_str(), 0) == 0; };
    if (std::ranges::none_of(conform::all_loads(), is_like))
      throw UsageError("there is no load like '" + value + "'; tutti conform --list shows some");
  }
  const bool has_wildcards = pattern.find_first_of("*?[") != std::string::npos;
  if (!has_wildcards && !conform::procedure_named(pattern)) static_cast<void>(conform::parse_case("bcast " + pattern));
} catch (const std::invalid_argument& e) {
  throw UsageError(e.what());
}

/// Nothing for a line without content.
std::optional<Expectation> parse(const std::string& line) {
  Expectation e{};
  const auto comment = std::min(line.find('#'), line.size());
  if (comment < line.size()) e.why = line.substr(std::min(line.find_first_not_of("# \t", comment), line.size()));
  std::istringstream words(line.substr(0, comment));
  for (std::string word; words >> word;) e.words.push_back(word);
  if (e.words.empty()) return std::nullopt;
  std::istringstream kinds(e.words.back());
  for (std::string kind; std::getline(kinds, kind, ',');) e.kinds.push_back(kind_called(kind));
  e.words.pop_back();
  e.maybe = !e.words.empty() && e.words.front() == "maybe";
  if (e.maybe) e.words.erase(e.words.begin());
  if (e.words.empty()) throw UsageError("which cases? words of theirs are due before the kind, or *");
  for (const auto& word : e.words) check_word(word);
  return e;
}

/// Those of print(c), and what it leaves out because it is the default.
std::vector<std::string> words_of(const Case& c) {
  std::istringstream printed(print(c));
  std::vector<std::string> words;
  for (std::string word; printed >> word;) words.push_back(word);
  words.push_back(fmt::format("form={}", name_of(c.form)));
  words.push_back(fmt::format("comm={}", name_of(c.comm)));
  words.push_back(fmt::format("scene={}", name_of(c.scenario)));
  words.push_back(fmt::format("count={}", c.count));
  words.push_back(fmt::format("root={}", c.root));
  words.push_back(fmt::format("load={}", c.load));
  words.push_back(fmt::format("seed={}", c.seed));
  return words;
}

bool meets(const Expectation& e, const Case& c, const Outcome& o) {
  return o.verdict == Verdict::failed && std::ranges::count(e.kinds, o.found.front().wrong.kind) > 0 && matches(e, c);
}

}  // namespace

std::vector<Expectation> read_expectations(const std::string& path) {
  std::istringstream lines(read_input("--expect", path));
  std::vector<Expectation> all;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    try {
      if (auto e = parse(line)) {
        e->line = fmt::format("{}:{}: {}", path, number, line);
        all.push_back(std::move(*e));
      }
    } catch (const UsageError& e) {
      throw UsageError(fmt::format("{}:{}: {}", path, number, e.what()));
    }
  }
  return all;
}

bool matches(const Expectation& e, const Case& c) {
  const auto words = words_of(c);
  return std::ranges::all_of(e.words, [&](const std::string& pattern) {
    return std::ranges::any_of(words,
                               [&](const std::string& word) { return fnmatch(pattern.c_str(), word.c_str(), 0) == 0; });
  });
}

const Expectation* expected(const std::vector<Expectation>& all, const Case& c, const Outcome& failure) {
  const auto first = [&](auto is) -> const Expectation* {
    const auto found = std::ranges::find_if(all, is);
    return found == all.end() ? nullptr : &*found;
  };
  if (const auto* met = first([&](const Expectation& e) { return meets(e, c, failure); })) return met;
  return first([&](const Expectation& e) {
    return std::ranges::any_of(failure.before, [&](const Case& before) { return matches(e, before); });
  });
}

std::vector<const Expectation*> gone(const std::vector<Expectation>& all, const std::vector<Case>& cases,
                                     const std::vector<Outcome>& outcomes) {
  std::vector<const Expectation*> those;
  for (const auto& e : all) {
    if (e.maybe) continue;
    bool was_run = false, is_met = false;
    for (std::size_t k = 0; k < cases.size() && !is_met; ++k) {
      const bool is_over = outcomes[k].verdict != Verdict::skipped && outcomes[k].verdict != Verdict::undecided;
      if (!is_over || !matches(e, cases[k])) continue;
      was_run = true;
      is_met = meets(e, cases[k], outcomes[k]);
    }
    if (was_run && !is_met) those.push_back(&e);
  }
  return those;
}

}  // namespace tutti::cli
