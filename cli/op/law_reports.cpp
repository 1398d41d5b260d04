#include "cli/op/law_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "cli/junit.hpp"
#include "cli/op/op_report.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;
using op::Answer, op::Domain, op::Judgement, op::Law, op::LawFinding, op::Subject;

/// What was found of one law, in all domains.
struct LawReport {
  Law law;
  Answer fit;  ///< what it says of whether MPI may use the operator
  double seconds = 0;
  std::string open = "";   ///< the findings that are no proofs, with counterexamples; empty: there are none
  std::string where = "";  ///< the place that the first of them names
};

std::string open_text(const op::Type& type, const LawFinding& f) {
  const auto values = f.domain == Domain::exact ? "" : fmt::format(" ({})", name_of(f.domain));
  const auto text =
      fmt::format("{}{}: {}{}\n", name_of(f.law), values, name_of(f.answer), f.why.empty() ? "" : ", " + f.why);
  return f.counterexample ? text + counterexample_text(type, *f.counterexample) : text;
}

std::vector<LawReport> law_reports(const Subject& subject, const Judgement& judgement) {
  std::vector<LawReport> all;
  for (const auto& f : judgement.findings) {
    auto known = std::ranges::find(all, f.law, &LawReport::law);
    if (known == all.end()) {
      all.push_back({.law = f.law, .fit = fit_for_mpi(judgement, f.law)});
      known = all.end() - 1;
    }
    known->seconds += f.seconds;
    if (f.answer == Answer::proved) continue;
    known->open += open_text(subject.trial.type, f);
    if (known->where.empty()) known->where = f.where;
  }
  return all;
}

/// A rule's description, by Law.
constexpr const char* meanings[] = {
    "It accesses no memory but that of its operands and its own.",
    "Every call ends, and C defines what it does.",
    "No access needs more than the elements' alignment.",
    "No bytes are accessed by types that C lets a compiler take for different memory.",
    "No access is to gaps, such as the padding behind the data of the last element.",
    "A call for a vector comes to what calls for its parts come to.",
    "The result depends on the operands alone.",
    "(x ∘ y) ∘ z = x ∘ (y ∘ z)",
    "x ∘ y = y ∘ x",
    "There is an element e with e ∘ x = x = x ∘ e.",
    "x ∘ x = x",
    "x ∘ y is what is meant.",
    "The result satisfies the precondition where the operands do.",
    "It is commutative if it is declared so.",
};
static_assert(std::size(meanings) == static_cast<std::size_t>(Law::declared) + 1);

Json rules() {
  auto all = Json::array();
  for (std::size_t i = 0; i < std::size(meanings); ++i)
    all.push_back({{"id", name_of(static_cast<Law>(i))}, {"shortDescription", {{"text", meanings[i]}}}});
  return all;
}

/// As RFC 3986 wants the bytes of a path.
std::string percent_encoded(const std::string& path) {
  constexpr std::string_view plain = "-._~/";
  std::string text;
  for (const unsigned char c : path) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    text += is_letter || plain.find(static_cast<char>(c)) != plain.npos ? std::string(1, static_cast<char>(c))
                                                                        : fmt::format("%{:02X}", c);
  }
  return text;
}

/// Relative to the current folder if the file is in it, which is what code scanning looks up in the repository.
std::string uri(const std::string& file) {
  const auto here = std::filesystem::path(file).lexically_relative(std::filesystem::current_path());
  if (here.empty() || *here.begin() == "..") return "file://" + percent_encoded(file);
  return percent_encoded(here.string());
}

/// The line of a place in the function's file, such as "my_op.c:12"; else that of the function.
int line_of(const op::SourceLine& function, const std::string& where) {
  const auto place = op::place_of(where);
  const bool is_there = place && std::filesystem::path(function.file).filename() == place->file;
  return std::max(1, is_there ? place->line : function.line);
}

Json location(const Subject& subject, const std::string& where) {
  const Json function{{"name", subject.trial.function.name()}, {"kind", "function"}};
  Json at{{"logicalLocations", Json::array({function})}};
  if (const auto& definition = subject.definition)
    at["physicalLocation"] = {{"artifactLocation", {{"uri", uri(definition->file)}}},
                              {"region", {{"startLine", line_of(*definition, where)}}}};
  return at;
}

std::string level(Answer fit) {
  switch (fit) {
    case Answer::refuted: return "error";
    case Answer::unknown: return "warning";
    case Answer::proved: break;
  }
  return "note";
}

}  // namespace

std::string op_junit(const Subject& subject, const Judgement& judgement) {
  std::vector<JUnitCase> cases;
  for (auto& report : law_reports(subject, judgement)) {
    JUnitCase c{subject.trial.function.name(), std::string(name_of(report.law)), report.seconds, {}, {}};
    if (report.fit == Answer::refuted)
      c.failure = report.open;
    else if (report.fit == Answer::unknown)
      c.error = report.open;
    else if (!report.open.empty())
      c.skipped = "MPI does not require it; " + report.open;
    cases.push_back(std::move(c));
  }
  return print_junit("tutti op", cases);
}

Json op_sarif(const Subject& subject, const Judgement& judgement) {
  auto results = Json::array();
  for (const auto& report : law_reports(subject, judgement))
    if (!report.open.empty())
      results.push_back({{"ruleId", name_of(report.law)},
                         {"ruleIndex", static_cast<int>(report.law)},
                         {"level", level(report.fit)},
                         {"message", {{"text", report.open}}},
                         {"locations", Json::array({location(subject, report.where)})}});
  const Json driver{{"name", "tutti"}, {"version", TUTTI_VERSION}, {"rules", rules()}};
  const Json run{{"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}};
  return {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
}

}  // namespace tutti::cli
