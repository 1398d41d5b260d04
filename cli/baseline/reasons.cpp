// Why something has changed, as far as that was found out.
#include <fmt/format.h>

#include "cli/baseline/report.hpp"

namespace tutti::cli {
namespace {

using baseline::Arithmetic, baseline::TriedSettings;

std::string print(const std::vector<Arithmetic>& by) {
  std::string text;
  for (const auto a : by) text += (text.empty() ? "" : ", or ") + std::string(describe(a));
  return text.empty() ? "by no arithmetic that was tried" : text;
}

/// "allreduce=ring: MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=ring": what to set.
std::string print(const conform::Choice& setting) {
  auto text = setting.label + ":";
  for (const auto& [name, value] : setting.environment) text += " " + name + "=" + value;
  return setting.arguments.empty() ? text : text + " " + setting.arguments;
}

void add_reasons(std::vector<std::string>& lines, const TriedSettings& settings) {
  const auto& [is_back_by_itself, tried, of, give_back] = settings;
  if (is_back_by_itself) lines.emplace_back("the MPI at hand has the tree of before without any setting");
  for (const auto& s : give_back) lines.push_back("gives the tree of before back: " + print(s));
  if (lines.empty())
    lines.push_back(fmt::format("none of {} setting{} gives the tree of before back", tried, tried == 1 ? "" : "s"));
  if (tried < of) lines.push_back(fmt::format("{} more were not tried in time; --try-limit", of - tried));
}

}  // namespace

std::vector<std::string> reasons_of(const baseline::Change& change) {
  std::vector<std::string> lines;
  if (change.settings) add_reasons(lines, *change.settings);
  if (const auto& e = change.explanation)
    lines.push_back(fmt::format("made again by its tree: before, {}; now, {}", print(e->from), print(e->to)));
  return lines;
}

}  // namespace tutti::cli
