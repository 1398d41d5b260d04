// Failures fall into few groups, each with a sentence that says of which cases it is.
#include "verified/conform/drive/triage.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/generate/programme.hpp"

namespace tutti::conform {
namespace {

/// Everything passes but what `fails`.
std::vector<FailureGroup> groups_of(const std::vector<Case>& cases, const std::function<bool(const Case&)>& fails) {
  std::vector<Outcome> outcomes;
  for (const auto& c : cases)
    outcomes.push_back(fails(c) ? failed(Kind::wrong_value, "") : Outcome{.verdict = Verdict::passed});
  return triage(cases, outcomes);
}

const std::vector<Case>& usual_cases() {
  static const auto all =
      programme({.ranks = {2, 3}, .procedures = {Procedure::allreduce, Procedure::gather, Procedure::scatter}}).cases;
  return all;
}

bool is_unsigned_extreme(const Case& c) {
  const auto pair = predefined_named(c.load);
  return pair && (pair->first == Op::min || pair->first == Op::max) && c.load.find("/u") != std::string::npos &&
         c.count > 0;
}

TEST_CASE("failures with one cause are one group or two, whose sentences name it") {
  const auto groups = groups_of(usual_cases(), [](const Case& c) {
    return c.form == Form::persistent && (c.procedure == Procedure::gather || c.procedure == Procedure::scatter);
  });
  REQUIRE(groups.size() >= 1);
  CHECK(groups.size() <= 2);  // the two procedures in one, or each by itself
  std::string text;
  for (const auto& group : groups) {
    CHECK(group.also_passed <= static_cast<int>(group.cases.size()));
    text += describe(group) + "\n";
  }
  CAPTURE(text);
  CHECK(text.find("gather") != std::string::npos);
  CHECK(text.find("scatter") != std::string::npos);
  CHECK(text.find("form persistent") != std::string::npos);
}

TEST_CASE("three causes at once are told apart, and each failure is in one group") {
  const auto crashes = [](const Case& c) { return c.procedure == Procedure::scatter && c.comm == Comm::inter; };
  const auto at_the_end = [](const Case& c) { return c.procedure == Procedure::gather && c.ranks == 3 && c.root == 2; };
  const auto fails = [&](const Case& c) { return is_unsigned_extreme(c) || crashes(c) || at_the_end(c); };
  const auto groups = groups_of(usual_cases(), fails);
  CHECK(groups.size() <= 7);
  std::vector<int> seen;
  int clean = 0;
  for (const auto& group : groups) {
    seen.insert(seen.end(), group.cases.begin(), group.cases.end());
    const auto all = [&](auto is) {
      return std::ranges::all_of(group.cases, [&](int k) { return is(usual_cases()[static_cast<std::size_t>(k)]); });
    };
    clean += all(is_unsigned_extreme) || all(crashes) || all(at_the_end);
  }
  CHECK(clean >= static_cast<int>(groups.size()) - 1);
  std::ranges::sort(seen);
  CHECK(std::ranges::adjacent_find(seen) == seen.end());
  CHECK(static_cast<std::ptrdiff_t>(seen.size()) == std::ranges::count_if(usual_cases(), fails));
  CHECK(std::ranges::is_sorted(groups, std::greater(), [](const auto& g) { return g.cases.size(); }));
}

TEST_CASE("a size from which it fails is a condition") {
  const auto groups = groups_of(usual_cases(), [](const Case& c) {
    return c.procedure == Procedure::allreduce && c.count * bytes_of_load(c.load) >= 65536;
  });
  REQUIRE(groups.size() == 1);
  CHECK(describe(groups.front()).find("bytes from 65536 on") != std::string::npos);
}

TEST_CASE("where nothing fails there is no group, and where all fails alike there is one") {
  CHECK(groups_of(usual_cases(), [](const Case&) { return false; }).empty());
  const std::vector<Case> alike(3, Case{.procedure = Procedure::bcast, .ranks = 2});
  const auto groups = groups_of(alike, [](const Case&) { return true; });
  REQUIRE(groups.size() == 1);
  CHECK(groups.front().cases == std::vector{0, 1, 2});
  CHECK(describe(groups.front()) == "nothing that tells them from cases that pass");
}

}  // namespace
}  // namespace tutti::conform
