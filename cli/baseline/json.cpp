// The report of `tutti baseline compare` as JSON; the fields are those of the design.
#include <nlohmann/json.hpp>

#include "cli/baseline/report.hpp"
#include "cli/common/json_text.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;

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
          {"about", c.about.empty() ? Json(nullptr) : Json(c.about)}};
}

Json to_json(const std::vector<baseline::Change>& all) {
  Json json = Json::array();
  for (const auto& c : all) json.push_back(to_json(c));
  return json;
}

Json to_json(const baseline::Coverage& c) {
  return {{"common", c.common}, {"only_old", c.only_old}, {"only_new", c.only_new}};
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
  Json undecided = Json::array();
  for (const auto& [what, why] : c.undecided) undecided.push_back(why);
  return json_text(Json{{"version", 1},
                        {"verdict", verdict_of(run)},
                        {"changes", to_json(c.changes)},
                        {"better", to_json(c.better)},
                        {"undecided", undecided},
                        {"environment", c.environment},
                        {"explained_results", c.explained_results},
                        {"factor", run.options.factor},
                        {"results", to_json(c.results)},
                        {"trees", to_json(c.trees)},
                        {"times", run.options.times ? to_json(c.times) : Json(nullptr)}});
}

}  // namespace tutti::cli
