#include "cli/conform/trees.hpp"

#include <nlohmann/json.hpp>

#include "cli/common/ranges.hpp"

namespace tutti::cli {
namespace {

using conform::RevealedTree, conform::Revelation;
using Json = nlohmann::ordered_json;

Json as_json(const RevealedTree& found) {
  const auto& tree = found.revealed.tree;
  Json places = Json::array();
  for (const auto& [elements, ranks] : found.places)
    places.push_back({{"elements", print(elements)}, {"ranks", format_list(ranks)}});
  return {{"tree", tree ? Json(print(*tree)) : Json(nullptr)},
          {"why", tree ? Json(nullptr) : Json(found.revealed.why)},
          {"places", std::move(places)}};
}

Json as_json(const Revelation& r) {
  Json trees = Json::array(), findings = Json::array();
  for (const auto& found : r.found) trees.push_back(as_json(found));
  for (const auto& f : r.wrong) findings.push_back(describe(f));
  return {{"case", print(r.which)},
          {"collective", row(r.which.procedure).name},
          {"np", r.which.ranks},
          {"trees", std::move(trees)},
          {"findings", std::move(findings)},
          {"skipped", r.skipped.empty() ? Json(nullptr) : Json(r.skipped)}};
}

}  // namespace

std::vector<Revelation> revelations_of(const ConformRun& run) {
  std::vector<Revelation> all;
  for (std::size_t k = 0; k < run.cases.size(); ++k)
    if (run.cases[k].scenario == conform::Scenario::reveal &&
        run.results.outcomes[k].verdict != conform::Verdict::skipped)
      all.push_back(revelation_of(run.cases[k], run.results.outcomes[k]));
  return all;
}

Json trees_as_json(const std::vector<Revelation>& all) {
  Json json = Json::array();
  for (const auto& r : all) json.push_back(as_json(r));
  return json;
}

std::string print_trees_json(const std::string& library, const std::vector<Revelation>& all) {
  return Json{{"version", 1}, {"mpi", library}, {"revealed", trees_as_json(all)}}.dump(2) + "\n";
}

}  // namespace tutti::cli
