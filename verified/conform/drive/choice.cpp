#include "verified/conform/drive/choice.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

#include "verified/conform/case/volume.hpp"

namespace tutti::conform {
namespace {

/// The part before the first blank, which is taken away with the blanks.
std::string take_word(std::string& text) {
  const auto end = std::min(text.find_first_of(" \t"), text.size());
  const auto word = text.substr(0, end);
  text.erase(0, std::min(text.find_first_not_of(" \t", end), text.size()));
  return word;
}

std::string stripped(std::string line) {
  line.erase(std::min(line.find('#'), line.size()));
  line.erase(line.find_last_not_of(" \t\r") + 1);
  return line.erase(0, line.find_first_not_of(" \t"));
}

Choice& choice_labelled(std::vector<Choice>& all, const std::string& label) {
  const auto found = std::ranges::find(all, label, &Choice::label);
  return found != all.end() ? *found : all.emplace_back(Choice{label, {}});
}

struct Chosen {
  std::optional<Procedure> procedure;  ///< nothing where it is all
  bool blocking = true, inter = false;
};

/// What a label chooses.
std::optional<Chosen> chosen_by(const std::string& label) {
  const auto equals = label.find('=');
  if (equals == std::string::npos || equals + 1 == label.size()) return std::nullopt;
  const auto what = label.substr(0, equals);
  const auto name = what.substr(0, what.find('-'));
  const bool inter = what.ends_with("-inter");
  if (what == "all") return Chosen{};
  if (const auto procedure = procedure_named(name)) return Chosen{*procedure, true, inter};
  if (!name.starts_with('i')) return std::nullopt;
  const auto procedure = procedure_named(name.substr(1));
  return procedure ? std::optional(Chosen{*procedure, false, inter}) : std::nullopt;
}

void add_line(std::vector<Choice>& all, std::string line) {
  const auto label = take_word(line);
  if (!chosen_by(label))
    throw std::invalid_argument("'" + label + "' is no label: PROCEDURE=NAME is due, such as allreduce=ring");
  auto& choice = choice_labelled(all, label);
  const auto how = take_word(line);
  if (how == "env") {
    const auto split = line.find('=');
    if (split == std::string::npos || split == 0)
      throw std::invalid_argument("'" + line + "' is no variable: NAME=VALUE is due after env");
    choice.environment.emplace_back(line.substr(0, split), line.substr(split + 1));
  } else if (how == "args" && !line.empty()) {
    choice.arguments += (choice.arguments.empty() ? "" : " ") + line;
  } else if (how == "not" && !line.empty()) {
    choice.why_not = line;
  } else {
    throw std::invalid_argument("'" + how + "': env NAME=VALUE or args ARGUMENTS is due after the label");
  }
}

}  // namespace

bool concerns(const Choice& choice, const Case& c) {
  const auto chosen = chosen_by(choice.label);
  if (!chosen || !choice.why_not.empty()) return false;
  if (!chosen->procedure) return communicates(c.procedure);
  return c.procedure == *chosen->procedure && (c.form == Form::blocking) == chosen->blocking &&
         is_inter(c.comm) == chosen->inter;
}

bool is_one_of_many(const Choice& choice) {
  const auto equals = choice.label.find('=');
  return choice.label.starts_with("all=") || choice.label.find(':', equals) != std::string::npos;
}

namespace {

/// Two of their numbers of ranks, which change with `turn`.
std::set<int> ranks_in_turn(const std::vector<Case>& cases, std::size_t turn) {
  constexpr int few = 2;  // on which trees and rings are alike
  std::set<int> all;
  for (const auto& c : cases) all.insert(c.ranks);
  if (!all.empty() && *all.rbegin() > few) std::erase_if(all, [](int p) { return p <= few; });
  const std::vector<int> ranks(all.begin(), all.end());
  const auto n = ranks.size();
  if (n <= 2) return all;
  return {ranks[turn % n], ranks[(turn + n / 2) % n]};
}

/// Where the choice cuts messages into pieces of so many bytes: as many as 1024 pieces are, lest what is only slow
/// looks like a hang. Else no bound.
std::int64_t most_bytes(const Choice& choice) {
  constexpr std::int64_t most_pieces = 1024;
  const auto colon = choice.label.rfind(':');
  const auto what = choice.label.substr(0, colon);
  const bool cuts = what.find("seg") != std::string::npos || what.find("chunk") != std::string::npos;
  std::int64_t piece = 0;
  if (colon == std::string::npos || !cuts || !(std::istringstream(choice.label.substr(colon + 1)) >> piece) ||
      piece < 1)
    return INT64_MAX;
  return piece * most_pieces;
}

std::vector<Case> sample(const Choice& choice, const std::vector<Case>& cases, std::size_t turn, Effect effect) {
  const std::size_t most = effect == Effect::not_seen ? 8 : 40;  // of a procedure
  std::map<Procedure, std::vector<const Case*>> of;
  const auto ranks = ranks_in_turn(cases, turn);
  const auto bytes = most_bytes(choice);
  for (const auto& c : cases)
    if (ranks.contains(c.ranks) && bytes_moved(c) <= bytes && c.scenario != Scenario::error &&
        c.scenario != Scenario::threads)
      of[c.procedure].push_back(&c);
  std::vector<Case> some;
  for (const auto& [procedure, all] : of)
    for (std::size_t i = 0, n = std::min(most, all.size()); i < n; ++i) some.push_back(*all[i * all.size() / n]);
  return some;
}

}  // namespace

void add_chosen(std::vector<Case>& cases, const std::vector<Choice>& choices, const std::vector<Effect>& effects) {
  const auto plain = cases;
  const auto effect = [&](std::size_t number) { return effects.empty() ? Effect::not_known : effects[number]; };
  std::vector<std::size_t> in_turn(choices.size());
  std::iota(in_turn.begin(), in_turn.end(), std::size_t{0});
  std::ranges::stable_sort(in_turn, {}, effect);
  for (const auto number : in_turn) {
    const auto& choice = choices[number];
    std::vector<Case> concerned;
    std::ranges::copy_if(plain, std::back_inserter(concerned), [&](const Case& c) { return concerns(choice, c); });
    if (is_one_of_many(choice)) concerned = sample(choice, concerned, number, effect(number));
    for (auto& c : concerned) {
      c.algorithm = choice.label;
      cases.push_back(std::move(c));
    }
  }
}

std::vector<Choice> parse_choices(const std::string& text) {
  std::vector<Choice> all;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto content = stripped(line);
    if (content.empty()) continue;
    try {
      add_line(all, content);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument("line " + std::to_string(number) + ": " + e.what());
    }
  }
  return all;
}

}  // namespace tutti::conform
