// The report of `tutti conform` as JSON; the fields are those of the design.
#include <nlohmann/json.hpp>

#include "cli/conform/report.hpp"
#include "cli/conform/trees.hpp"

namespace tutti::cli {
namespace {

using conform::Failure, conform::Verdict;
using Json = nlohmann::ordered_json;

Json print_json(const ConformRun& run, const Failure& f) {
  const auto& c = run.case_of(f);
  const auto& outcome = run.outcome_of(f);
  const auto& first = outcome.found.front();
  Json json{{"case", print(c)},
            {"collective", row(c.procedure).name},
            {"np", c.ranks},
            {"finding", describe(first)},
            {"reproducer", f.program.empty() ? Json(nullptr) : Json(f.program)},
            {"reproducer_launched", run.tried.contains(f.number) ? Json(run.tried.at(f.number)) : Json(nullptr)},
            {"kind", name_of(first.wrong.kind)},
            {"rank", first.rank < 0 ? Json(nullptr) : Json(first.rank)},
            {"algorithm", c.algorithm.empty() ? Json(nullptr) : Json(c.algorithm)},
            {"choice", c.algorithm.empty() ? Json(nullptr) : Json(describe_choice(run, c))},
            {"again", name_of(outcome.again)},
            {"group", f.group}};
  for (const auto& more : outcome.found) json["findings"].push_back(describe(more));
  const auto* expectation = run.expectation_of(f);
  json["expected"] = expectation ? Json(expectation->line) : Json(nullptr);
  if (f.like >= 0) {
    json["like"] = print(run.cases[static_cast<std::size_t>(f.like)]);
    return json;
  }
  json["smallest"] = print(f.smallest);
  json["smallest_finding"] = describe(f.outcome.found.front());
  json["made_smaller"] = !f.is_cut;
  json["command"] = command_for(run, f);
  for (const auto& before : outcome.before) json["before"].push_back(print(before));
  return json;
}

Json print_groups(const ConformRun& run) {
  Json all = Json::array();
  for (const auto& group : run.groups) {
    Json cases = Json::array();
    for (const int k : group.cases) cases.push_back(print(run.cases[static_cast<std::size_t>(k)]));
    all.push_back({{"cause", conform::describe(group)}, {"passed", group.also_passed}, {"cases", cases}});
  }
  return all;
}

Json json_of_fatal_arguments(const ConformRun& run) {
  Json all = Json::array();
  for (const auto& fatal : fatal_arguments(run))
    all.push_back({{"what", describe(fatal)},
                   {"cases", fatal.cases.size()},
                   {"case", print(run.cases[static_cast<std::size_t>(fatal.cases.front())])}});
  return all;
}

Json print_reasons_json(const ConformRun& run, Verdict verdict) {
  Json all = Json::array();
  for (const auto& [why, times] : reasons(run, verdict)) all.push_back({{"why", why}, {"cases", times}});
  return all;
}

/// But for revealed bracketings, which are told apart.
Json print_notes(const ConformRun& run) {
  Json all = Json::array();
  for (std::size_t k = 0; k < run.cases.size(); ++k)
    for (const auto& note : run.results.outcomes[k].notes)
      if (const auto noted = conform::parse_noted(note); !noted || !conform::parse_revealed(noted->text))
        all.push_back({{"case", print(run.cases[k])}, {"note", note}});
  return all;
}

}  // namespace

std::string print_json(const ConformRun& run) {
  const auto c = count(run);
  Json failures = Json::array(), gone_ones = Json::array(), speed = Json::object();
  for (const auto& f : run.failures) failures.push_back(print_json(run, f));
  for (const auto* e : gone(run.expectations, run.cases, run.results.outcomes)) gone_ones.push_back(e->line);
  for (const auto& [ranks, s] : run.results.speed)
    if (s.seconds > 0) speed[std::to_string(ranks)] = s.cases / s.seconds;
  const Json json{{"version", 1},
                  {"mpi", run.library.text},
                  {"cases", c.all()},
                  {"passed", c.passed},
                  {"skipped", c.skipped},
                  {"failures", failures},
                  {"standard", run.library.standard},
                  {"launcher", run.launcher},
                  {"failed", c.failed},
                  {"undecided", c.undecided},
                  {"permitted", c.permitted},
                  {"skips", print_reasons_json(run, Verdict::skipped)},
                  {"permissions", print_reasons_json(run, Verdict::permitted)},
                  {"reasons_undecided", print_reasons_json(run, Verdict::undecided)},
                  {"groups", print_groups(run)},
                  {"fatal_arguments", json_of_fatal_arguments(run)},
                  {"trouble", run.trouble.empty() ? Json(nullptr) : Json(run.trouble)},
                  {"gone", gone_ones},
                  {"notes", print_notes(run)},
                  {"revealed", trees_as_json(revelations_of(run))},
                  {"seconds", run.seconds},
                  {"cases_per_second", speed},
                  {"garbage_lines", run.garbage}};
  return json.dump(2) + "\n";
}

}  // namespace tutti::cli
