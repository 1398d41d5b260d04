// The report of `tutti baseline compare` as JSON; the fields are those of the design.
#include <nlohmann/json.hpp>

#include "cli/baseline/report.hpp"
#include "cli/common/json_text.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const std::optional<baseline::Explanation>& explanation) {
  if (!explanation) return nullptr;
  const auto side = [](const std::vector<baseline::Arithmetic>& by) {
    Json names = Json::array();
    for (const auto a : by) names.push_back(describe(a));
    return names;
  };
  return {{"from", side(explanation->from)}, {"to", side(explanation->to)}, {"results", explanation->results}};
}

Json to_json(const std::optional<baseline::TriedSettings>& settings) {
  if (!settings) return nullptr;
  Json give_back = Json::array();
  for (const auto& choice : settings->give_back) {
    Json variables = Json::object();
    for (const auto& [name, value] : choice.environment) variables[name] = value;
    give_back.push_back(
        {{"label", choice.label}, {"environment", std::move(variables)}, {"arguments", choice.arguments}});
  }
  return {{"tried", settings->tried},
          {"of", settings->of},
          {"back_by_itself", settings->is_back_by_itself},
          {"give_back", std::move(give_back)}};
}

Json to_json(const baseline::Change& c) {
  return {{"collective", row(c.procedure).name},
          {"what", name_of(c.what)},
          {"from", c.from},
          {"to", c.to},
          {"np", c.ranks},
          {"bytes", c.bytes},
          {"factor", c.ratio ? Json(c.ratio->factor) : Json(nullptr)},
          {"interval", c.ratio ? Json{c.ratio->interval.low, c.ratio->interval.high} : Json(nullptr)},
          {"last_bytes", c.last_bytes},
          {"about", c.about.empty() ? Json(nullptr) : Json(c.about)},
          {"arithmetic", to_json(c.explanation)},
          {"settings", to_json(c.settings)},
          {"nodes", print(c.nodes)}};
}

Json to_json(const std::vector<baseline::Change>& all) {
  Json json = Json::array();
  for (const auto& c : all) json.push_back(to_json(c));
  return json;
}

Json to_json(const baseline::Coverage& c) {
  return {{"common", c.common}, {"only_old", c.only_old}, {"only_new", c.only_new}};
}

Json to_json(const baseline::Violation& v) {
  return {{"guideline", v.cell.name}, {"collective", row(v.cell.procedure).name},
          {"np", v.cell.ranks},       {"bytes", v.cell.bytes},
          {"factor", v.ratio.factor}, {"interval", {v.ratio.interval.low, v.ratio.interval.high}}};
}

const char* verdict_of(const BaselineRun& run) {
  switch (exit_of(run)) {
    case Exit::holds: return "same";
    case Exit::refuted: return "changed";
    default: return "undecided";
  }
}

}  // namespace

std::string print_json(const BaselineRun& run) {
  const auto& c = run.comparison;
  Json undecided = Json::array(), violations = Json::array();
  for (const auto& v : c.violations) violations.push_back(to_json(v));
  for (const auto& [what, why] : c.undecided) undecided.push_back(why);
  return json_text(Json{{"version", 1},
                        {"verdict", verdict_of(run)},
                        {"changes", to_json(c.changes)},
                        {"better", to_json(c.better)},
                        {"undecided", undecided},
                        {"violations", violations},
                        {"environment", c.environment},
                        {"explained_results", c.explained_results},
                        {"factor", run.options.factor},
                        {"results", to_json(c.results)},
                        {"trees", to_json(c.trees)},
                        {"times", run.options.times ? to_json(c.times) : Json(nullptr)}});
}

}  // namespace tutti::cli
