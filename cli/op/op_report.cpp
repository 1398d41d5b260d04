#include "cli/op/op_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/common/ranges.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;
using op::Answer, op::Bytes, op::Comparison, op::Consequence, op::Counterexample, op::Domain, op::LawFinding,
    op::Judgement, op::Safety, op::Spread, op::Subject, op::name_of;

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string line, out;
  while (std::getline(lines, line)) out += "  " + line + "\n";
  return out;
}

/// The elements of a vector, one after another.
std::vector<Bytes> elements(const op::Type& type, const Bytes& vector) {
  std::vector<Bytes> all;
  for (std::size_t at = 0; at + type.size <= vector.size(); at += type.size)
    all.emplace_back(vector.begin() + static_cast<std::ptrdiff_t>(at),
                     vector.begin() + static_cast<std::ptrdiff_t>(at + type.size));
  return all;
}

template <class Print>
std::string print_vector(const op::Type& type, const Bytes& vector, Print print) {
  std::string text;
  for (const auto& element : elements(type, vector)) text += (text.empty() ? "" : ", ") + print(type, element);
  return text;
}

}  // namespace

std::string counterexample_text(const op::Type& type, const Counterexample& c) {
  std::string text;
  for (const auto* values : {&c.operands, &c.results})
    for (const auto& [name, bytes] : *values)
      text +=
          fmt::format("{} = {}\n", name, print_vector(type, bytes, [](auto& t, auto& e) { return describe(t, e); }));
  return c.says.empty() ? text : text + c.says + "\n";
}

namespace {

std::string print(const op::Type& type, const LawFinding& f) {
  const auto values = f.domain == Domain::exact ? "" : name_of(f.domain);
  auto text = fmt::format("{:<12} {:<14} {:<8} {:>7.2f}  {:<6}  {}", name_of(f.law), values, name_of(f.answer),
                          f.seconds, f.by, f.why);
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
  const bool is_shown_elsewhere = f.law == op::Law::declared;  // with commutative
  return f.counterexample && !is_shown_elsewhere ? text + indented(counterexample_text(type, *f.counterexample)) : text;
}

/// What MPI must be given besides, where it may use the operator; empty: nothing.
std::string condition(const Subject& subject, const Judgement& j) {
  if (j.knows_datatype) return "";
  const auto gaps = std::ranges::find(j.findings, op::Law::gaps, &LawFinding::law);
  if (gaps == j.findings.end() || gaps->answer == Answer::proved) return "";
  const auto& [begin, end] = subject.trial.type.gaps.back().bytes;
  return fmt::format(
      "if its datatype has data in the last {} bytes of an element, which it {}: a buffer ends with the "
      "data of its last element (MPI-4.0, 5.1.8)",
      end - begin, gaps->answer == Answer::refuted ? "accesses" : "may access");
}

std::string verdict_line(const Subject& subject, const Judgement& j) {
  const auto& lengths = subject.trial.lengths;
  switch (fit_for_mpi(j)) {
    case Answer::proved: {
      const auto needed = condition(subject, j);
      return fmt::format("MPI may use it as it is declared{}{}.",
                         lengths == std::vector{1} ? ", for vectors of one element" : "",
                         needed.empty() ? "" : ", " + needed);
    }
    case Answer::refuted: return "MPI must not use it as it is declared.";
    case Answer::unknown: break;
  }
  const bool is_bounded = std::ranges::any_of(j.findings, &LawFinding::only_for_lengths);
  return "Whether MPI may use it as it is declared is not decided" +
         (is_bounded ? ": it was checked for vectors of length " + format_list(lengths) + " only." : ".");
}

std::string print(const op::Type& type, const Comparison& c) {
  if (c.difference) return "What runs is not what was proved:\n" + indented(counterexample_text(type, *c.difference));
  const auto unmodelled =
      c.unmodelled == 0 ? "" : fmt::format(", and what {} compute is not known from the source", c.unmodelled);
  if (c.compared == 0)
    return fmt::format("The compiled function was compared with its source on no call: {}.\n",
                       !c.failed.empty() ? c.failed
                                         : fmt::format("of {} that were tried {} have faults{}",
                                                       c.undefined + c.unmodelled, c.undefined, unmodelled));
  return fmt::format("The compiled function agrees with its source on {} random calls ({} more have faults{}){}.\n",
                     c.compared, c.undefined, unmodelled, c.failed.empty() ? "" : "; then it ended: " + c.failed);
}

std::string print(const op::LongRuns& runs) {
  if (runs.refuted) return "";  // it is a law's finding
  const auto stopped = runs.stopped.empty() ? "" : "; " + runs.stopped;
  if (runs.agree.empty()) return fmt::format("No longer vectors were run{}.\n", stopped);
  return fmt::format("Runs of vectors of up to {} elements are what calls for their elements one by one are{}.\n",
                     runs.agree.back(), stopped);
}

/// Those that do not agree, and how many do.
std::string print(const op::Type& type, const std::vector<op::OtherBuild>& builds) {
  using Verdict = op::OtherBuild::Verdict;
  std::string text;
  for (const auto& b : builds) {
    if (b.verdict == Verdict::rounds)
      text += b.name + " rounds a·b + c once, to another result.\n";
    else if (b.verdict == Verdict::differs)
      text += b.name + " differs:\n" + (b.shown ? indented(counterexample_text(type, *b.shown)) : "");
  }
  if (const auto agree = std::ranges::count(builds, Verdict::agrees, &op::OtherBuild::verdict); agree > 0)
    text += fmt::format("{} other builds, by gcc and clang at several levels, agree with it.\n", agree);
  std::map<std::string, std::vector<std::string>> missing;  // by the reason
  for (const auto& b : builds)
    if (b.verdict == Verdict::not_run) missing[b.says].push_back(b.name);
  for (const auto& [why, names] : missing)
    text += fmt::format("Not compared with {}: {}.\n", fmt::join(names, ", "), why);
  return text;
}

std::string print(const Consequence& c) {
  const auto p = c.difference ? std::to_string(c.difference->group.ranks) : "";
  auto line = fmt::format("{:<40} {:<9} {:>4}  {}", c.algorithm->name, name_of(c.safety), p, c.why);
  return line.erase(line.find_last_not_of(' ') + 1) + "\n";
}

/// Each run that differs, under the algorithms that do so.
std::string print_differences(const op::Type& type, const std::vector<Consequence>& follows) {
  std::map<std::string, std::string> algorithms;
  for (const auto& c : follows)
    if (c.difference) {
      auto& names = algorithms[describe(*c.difference, type)];
      names += (names.empty() ? "" : ", ") + c.algorithm->name;
    }
  std::string text;
  for (const auto& [difference, names] : algorithms) text += fmt::format("\n{}:\n{}", names, indented(difference));
  return text;
}

std::string print_follows(const op::Type& type, const std::vector<Consequence>& follows, bool quiet) {
  if (follows.empty()) return "";
  auto text = fmt::format("\n{:<40} {:<9} {:>4}\n", "ALGORITHM", "VERDICT", "P");
  for (const auto& c : follows)
    if (!quiet || c.safety != Safety::right) text += print(c);
  return text + print_differences(type, follows);
}

std::string print_spread(const op::Type& type, const Spread& spread) {
  return fmt::format("Two bracketings differ by up to {:.3g} ulp{} (largest found):\n{}", spread.ulps,
                     spread.leaf.empty() ? "" : " in " + spread.leaf, indented(counterexample_text(type, spread.at)));
}

Json values_json(const op::Type& type, const std::vector<std::pair<std::string, Bytes>>& values) {
  auto list = Json::array();
  for (const auto& [name, bytes] : values)
    list.push_back({{"name", name},
                    {"c", print_vector(type, bytes, [](auto& t, auto& e) { return literal(t, e); })},
                    {"text", print_vector(type, bytes, [](auto& t, auto& e) { return describe(t, e); })}});
  return list;
}

Json counterexample_json(const op::Type& type, const Counterexample& c) {
  return {{"operands", values_json(type, c.operands)},
          {"results", values_json(type, c.results)},
          {"says", c.says},
          {"len", c.len > 0 ? Json(c.len) : Json(nullptr)}};
}

Json finding_json(const op::Type& type, const LawFinding& f) {
  return {{"law", name_of(f.law)},
          {"domain", name_of(f.domain)},
          {"verdict", name_of(f.answer)},
          {"why", f.why},
          {"by", f.by},
          {"seconds", f.seconds},
          {"counterexample", f.counterexample ? counterexample_json(type, *f.counterexample) : Json(nullptr)},
          {"confirmed", f.answer == Answer::refuted ? Json(f.confirmed) : Json(nullptr)}};
}

Json comparison_json(const op::Type& type, const Comparison& c) {
  return {{"compared", c.compared},
          {"undefined", c.undefined},
          {"unmodelled", c.unmodelled},
          {"failed", c.failed},
          {"difference", c.difference ? counterexample_json(type, *c.difference) : Json(nullptr)}};
}

Json build_json(const op::Type& type, const op::OtherBuild& b) {
  return {{"name", b.name},
          {"verdict", name_of(b.verdict)},
          {"says", b.says},
          {"shown", b.shown ? counterexample_json(type, *b.shown) : Json(nullptr)}};
}

Json long_runs_json(const op::LongRuns& runs) { return {{"lengths", runs.agree}, {"stopped", runs.stopped}}; }

Json consequence_json(const op::Type& type, const Consequence& c) {
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
  const auto known_by = subject.type_line ? fmt::format(", by line {}", *subject.type_line) : "";
  if (!quiet)
    text += fmt::format("{} on {}, {} bytes{}\n", subject.trial.function.name(), type.text, type.size, known_by);
  if (!subject.by_source.empty() && !quiet) text += fmt::format("Judged by its source, {}\n", subject.by_source);
  if (subject.large_count && !quiet)
    text += "It takes *len for an MPI_Count: it is for MPI_Op_create_c (MPI-4.0, 6.9.5)\n";
  if (!subject.other_type.empty())
    text += fmt::format("The code takes its elements for {}: is --type '{}' what is meant?\n", subject.other_type,
                        type.text);
  if (!subject.without_terms.empty()) text += "Nothing is proved: " + subject.without_terms + "\n";
  text += fmt::format("\n{:<12} {:<14} {:<8} {:>7}  {}\n", "LAW", "VALUES", "VERDICT", "SECONDS", "BY");
  for (const auto& f : judgement.findings)
    if (!quiet || f.answer != Answer::proved) text += print(type, f);
  text += fmt::format("\nAssociative: {}. Commutative: {}. {}\n", name_of(judgement.associative),
                      name_of(judgement.commutative), verdict_line(subject, judgement));
  if (judgement.long_runs && !quiet) text += print(*judgement.long_runs);
  if (!quiet) text += print(type, judgement.builds);
  if (judgement.compiled && (!quiet || judgement.compiled->difference)) text += print(type, *judgement.compiled);
  if (!quiet && judgement.spread && judgement.spread->ulps > 0) text += print_spread(type, *judgement.spread);
  return text + print_follows(type, follows, quiet);
}

Json op_json(const Subject& subject, const Judgement& judgement, const std::vector<Consequence>& follows) {
  const auto& type = subject.trial.type;
  auto laws = Json::array(), algorithms = Json::array(), builds = Json::array();
  for (const auto& b : judgement.builds) builds.push_back(build_json(type, b));
  for (const auto& f : judgement.findings) laws.push_back(finding_json(type, f));
  for (const auto& c : follows) algorithms.push_back(consequence_json(type, c));
  const auto needed = condition(subject, judgement);
  Json spread = nullptr;
  if (judgement.spread)
    spread = {{"ulps", judgement.spread->ulps},
              {"leaf", judgement.spread->leaf},
              {"at", counterexample_json(type, judgement.spread->at)}};
  return {{"version", 1},
          {"function", subject.trial.function.name()},
          {"type", type.text},
          {"type_line", subject.type_line ? Json(*subject.type_line) : Json(nullptr)},
          {"by_source", subject.by_source.empty() ? Json(nullptr) : Json(subject.by_source)},
          {"large_count", subject.large_count},
          {"other_type", subject.other_type.empty() ? Json(nullptr) : Json(subject.other_type)},
          {"laws", laws},
          {"associative", name_of(judgement.associative)},
          {"commutative", name_of(judgement.commutative)},
          {"fit", name_of(fit_for_mpi(judgement))},
          {"condition", needed.empty() ? Json(nullptr) : Json(needed)},
          {"compiled", judgement.compiled ? comparison_json(type, *judgement.compiled) : Json(nullptr)},
          {"builds", builds},
          {"longer_vectors", judgement.long_runs ? long_runs_json(*judgement.long_runs) : Json(nullptr)},
          {"spread", spread},
          {"algorithms", algorithms}};
}

}  // namespace tutti::cli
