#include "cli/op_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;
using namespace user;

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string line, out;
  while (std::getline(lines, line)) out += "  " + line + "\n";
  return out;
}

/// The elements of a vector, one after another.
std::vector<Bytes> elements(const user::Type& type, const Bytes& vector) {
  std::vector<Bytes> all;
  for (std::size_t at = 0; at + type.size <= vector.size(); at += type.size)
    all.emplace_back(vector.begin() + static_cast<std::ptrdiff_t>(at),
                     vector.begin() + static_cast<std::ptrdiff_t>(at + type.size));
  return all;
}

template <class Print>
std::string print_vector(const user::Type& type, const Bytes& vector, Print print) {
  std::string text;
  for (const auto& element : elements(type, vector)) text += (text.empty() ? "" : ", ") + print(type, element);
  return text;
}

std::string print(const user::Type& type, const Counterexample& c) {
  std::string text;
  for (const auto* values : {&c.operands, &c.results})
    for (const auto& [name, bytes] : *values)
      text +=
          fmt::format("{} = {}\n", name, print_vector(type, bytes, [](auto& t, auto& e) { return describe(t, e); }));
  return c.says.empty() ? text : text + c.says + "\n";
}

std::string print(const user::Type& type, const Finding& f) {
  const auto values = f.domain == Domain::exact ? "" : name_of(f.domain);
  auto text = fmt::format("{:<12} {:<14} {:<8} {:>7.2f}  {:<6}  {}", name_of(f.law), values, name_of(f.answer),
                          f.seconds, f.by, f.why);
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
  return f.counterexample ? text + indented(print(type, *f.counterexample)) : text;
}

std::string verdict_line(const Judgement& j) {
  switch (fit_for_mpi(j)) {
    case Answer::proved: return "MPI may use it as it is declared.";
    case Answer::refuted: return "MPI must not use it as it is declared.";
    case Answer::unknown: break;
  }
  return "Whether MPI may use it as it is declared is not decided.";
}

std::string print(const user::Type& type, const Consequence& c) {
  auto text = fmt::format("{:<40} {:<9}  {}\n", c.algorithm->name, name_of(c.safety), c.why);
  return c.difference ? text + indented(describe(*c.difference, type)) : text;
}

std::string print_follows(const user::Type& type, const std::vector<Consequence>& follows, bool quiet) {
  auto text = fmt::format("{:<40} {:<9}\n", "ALGORITHM", "VERDICT");
  for (const auto& c : follows)
    if (!quiet || c.safety != Safety::right) text += print(type, c);
  return text;
}

std::string print_spread(const user::Type& type, const Spread& spread) {
  return fmt::format("Two bracketings differ by up to {:.3g} ulp{} (largest found):\n{}", spread.ulps,
                     spread.leaf.empty() ? "" : " in " + spread.leaf, indented(print(type, spread.at)));
}

Json values_json(const user::Type& type, const std::vector<std::pair<std::string, Bytes>>& values) {
  auto list = Json::array();
  for (const auto& [name, bytes] : values)
    list.push_back({{"name", name},
                    {"c", print_vector(type, bytes, [](auto& t, auto& e) { return literal(t, e); })},
                    {"text", print_vector(type, bytes, [](auto& t, auto& e) { return describe(t, e); })}});
  return list;
}

Json counterexample_json(const user::Type& type, const Counterexample& c) {
  return {{"operands", values_json(type, c.operands)}, {"results", values_json(type, c.results)}, {"says", c.says}};
}

Json finding_json(const user::Type& type, const Finding& f) {
  return {{"law", name_of(f.law)},
          {"domain", name_of(f.domain)},
          {"verdict", name_of(f.answer)},
          {"why", f.why},
          {"by", f.by},
          {"seconds", f.seconds},
          {"counterexample", f.counterexample ? counterexample_json(type, *f.counterexample) : Json(nullptr)}};
}

Json consequence_json(const user::Type& type, const Consequence& c) {
  return {{"name", c.algorithm->name},
          {"verdict", name_of(c.safety)},
          {"why", c.why},
          {"p", c.difference ? Json(c.difference->group.ranks) : Json(nullptr)},
          {"difference", c.difference ? Json(describe(*c.difference, type)) : Json(nullptr)}};
}

}  // namespace

std::string op_text(const Subject& subject, const Judgement& judgement, const std::vector<Consequence>& follows,
                    bool quiet) {
  const auto& type = subject.trial.type;
  std::string text;
  if (!quiet) text += fmt::format("{} on {}, {} bytes\n", subject.trial.function.name(), type.text, type.size);
  if (!subject.without_terms.empty()) text += "Nothing is proved: " + subject.without_terms + "\n";
  text += fmt::format("\n{:<12} {:<14} {:<8} {:>7}  {}\n", "LAW", "VALUES", "VERDICT", "SECONDS", "BY");
  for (const auto& f : judgement.findings)
    if (!quiet || f.answer != Answer::proved) text += print(type, f);
  text += fmt::format("\nAssociative: {}. Commutative: {}. {}\n", name_of(judgement.associative),
                      name_of(judgement.commutative), verdict_line(judgement));
  if (!quiet && !judgement.compiled.empty()) text += judgement.compiled + "\n";
  if (!quiet && judgement.spread) text += print_spread(type, *judgement.spread);
  return text + "\n" + print_follows(type, follows, quiet);
}

Json op_json(const Subject& subject, const Judgement& judgement, const std::vector<Consequence>& follows) {
  const auto& type = subject.trial.type;
  auto laws = Json::array(), algorithms = Json::array();
  for (const auto& f : judgement.findings) laws.push_back(finding_json(type, f));
  for (const auto& c : follows) algorithms.push_back(consequence_json(type, c));
  Json spread = nullptr;
  if (judgement.spread)
    spread = {{"ulps", judgement.spread->ulps},
              {"leaf", judgement.spread->leaf},
              {"at", counterexample_json(type, judgement.spread->at)}};
  return {{"version", 1},
          {"function", subject.trial.function.name()},
          {"type", type.text},
          {"laws", laws},
          {"associative", name_of(judgement.associative)},
          {"commutative", name_of(judgement.commutative)},
          {"fit", name_of(fit_for_mpi(judgement))},
          {"compiled", judgement.compiled},
          {"spread", spread},
          {"algorithms", algorithms}};
}

}  // namespace tutti::cli
