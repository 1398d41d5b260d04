#include "verified/baseline/settings.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "verified/baseline/tree_changes.hpp"
#include "verified/conform/drive/campaign.hpp"

namespace tutti::baseline {
namespace {

using conform::Choice, conform::Outcome, conform::Verdict;

bool is_about(const std::string& variable, Procedure procedure) {
  return concerns(conform::CutOff{variable, 0}, procedure);
}

/// The label of a choice of so many variables for that procedure.
std::string label_of(Procedure procedure, const tutti::Environment& variables) {
  auto label = std::string(row(procedure).name);
  for (const auto& [name, value] : variables) label += (&name == &variables.front().first ? "=" : ",") + name;
  return label;
}

void add(std::vector<Choice>& all, Procedure procedure, const tutti::Environment& variables) {
  if (variables.empty()) return;
  const Choice choice{label_of(procedure, variables), variables};
  if (std::ranges::find(all, choice.label, &Choice::label) == all.end()) all.push_back(choice);
}

/// The cases at both ends of a change, which may be one.
std::vector<Case> ends_of(const Change& change, const std::string& setting) {
  std::vector<Case> ends{change.first};
  if (change.last != change.first) ends.push_back(change.last);
  for (auto& c : ends) c.algorithm = setting;
  return ends;
}

/// What the MPI has for each case that was asked about, by its text.
class Answers {
 public:
  Answers(std::vector<Case> cases, std::vector<Choice> choices)
      : cases_(std::move(cases)), choices_(std::move(choices)) {}

  conform::Library ask(const conform::Launcher& launcher, const std::function<bool()>& stop,
                       const SettingsProgress& progress) {
    conform::Runner runner(launcher, choices_, stop);
    std::size_t done = 0;
    const conform::Watch watch{.settled = [&](int, const Outcome&) { progress(++done, cases_.size()); },
                               .library = [](const auto&) {}};
    auto results = conform::run({.cases = cases_}, runner, watch);
    if (!results.trouble.empty()) throw conform::NoRoom(results.trouble);
    for (std::size_t k = 0; k < cases_.size(); ++k) outcomes_[print(cases_[k])] = std::move(results.outcomes[k]);
    return runner.library();
  }

  bool is_known(const Case& c) const { return outcomes_.at(print(c)).verdict != Verdict::undecided; }
  Trees trees(const Case& c) const { return trees_of(conform::revelation_of(c, outcomes_.at(print(c)))); }

 private:
  std::vector<Case> cases_;
  std::vector<Choice> choices_;
  std::map<std::string, Outcome> outcomes_;
};

/// Whether all of the change is undone.
bool gives_back(const Change& change, const std::string& setting, const Answers& answers) {
  return std::ranges::all_of(ends_of(change, setting),
                             [&](const Case& c) { return are_alike(answers.trees(c), change.from_trees); });
}

bool is_tried(const Change& change, const std::string& setting, const Answers& answers) {
  return std::ranges::all_of(ends_of(change, setting), [&](const Case& c) { return answers.is_known(c); });
}

TriedSettings tried(const Change& change, const std::vector<Choice>& settings, const Answers& answers) {
  TriedSettings what{.is_back_by_itself = gives_back(change, "", answers), .of = settings.size()};
  for (const auto& s : settings) {
    what.tried += is_tried(change, s.label, answers) ? 1u : 0u;
    if (gives_back(change, s.label, answers)) what.give_back.push_back(s);
  }
  return what;
}

bool has_trees(const Change& change) { return change.what == What::tree && !change.from_trees.empty(); }

}  // namespace

std::vector<Choice> settings_for(Procedure procedure, const Environment& before, const Environment& after,
                                 const std::vector<Choice>& offered) {
  std::vector<Choice> all;
  for (const auto& c : before.cut_offs)
    if (concerns(c, procedure) && std::ranges::find(after.cut_offs, c) == after.cut_offs.end())
      add(all, procedure, {{conform::variable_that_sets(c.name), std::to_string(c.bytes)}});
  tutti::Environment variables;
  for (const auto& [name, value] : before.variables) {
    const auto now = after.variables.find(name);
    if (is_about(name, procedure) && (now == after.variables.end() || now->second != value))
      variables.emplace_back(name, value);
  }
  add(all, procedure, variables);
  const Case call{.procedure = procedure};
  for (const auto& choice : offered)
    if (concerns(choice, call)) all.push_back(choice);
  return all;
}

conform::Library try_settings(Comparison& comparison, const Recording& before, const Recording& after,
                              const std::vector<Choice>& offered, const conform::Launcher& launcher,
                              const std::function<bool()>& stop, const SettingsProgress& progress) {
  std::map<Procedure, std::vector<Choice>> settings;
  std::vector<Case> cases;
  std::vector<Choice> choices;
  const auto ask = [&](const Change& change, const std::string& setting) {
    for (auto& c : ends_of(change, setting))
      if (std::ranges::find(cases, c) == cases.end()) cases.push_back(std::move(c));
  };
  for (const auto& change : comparison.changes) {
    if (!has_trees(change)) continue;
    const auto [own, is_new] = settings.try_emplace(change.procedure);
    if (is_new) {
      own->second = settings_for(change.procedure, before.environment, after.environment, offered);
      choices.insert(choices.end(), own->second.begin(), own->second.end());
    }
    ask(change, "");
    for (const auto& s : own->second) ask(change, s.label);
  }
  if (cases.empty()) return {};
  Answers answers(std::move(cases), std::move(choices));
  auto library = answers.ask(launcher, stop, progress);
  for (auto& change : comparison.changes)
    if (has_trees(change)) change.settings = tried(change, settings.at(change.procedure), answers);
  return library;
}

}  // namespace tutti::baseline
