#include "verified/conform/drive/launch_ends.hpp"

#include <algorithm>

namespace tutti::conform {
namespace {

/// After so many that end a launch, cases of the same procedure, form and algorithm are not run any more: of those in
/// launches of one kind with the same wrong argument, if any, and of all.
struct Most {
  int alike, all;
};
constexpr Most most_hangs{2, 4}, most_crashes{3, 24};

std::string procedure_key(const Case& c) {
  // What a procedure does not survive as an insignificant argument, it may survive in no form.
  if (c.insignificant != Insignificant::right)
    return std::string(row(c.procedure).name) + "|" + c.algorithm + "|" + std::string(name_of(c.insignificant));
  return std::string(row(c.procedure).name) + "|" + c.algorithm + "|" + std::string(name_of(c.form)) +
         (c.scenario == Scenario::error ? "|error" : "");
}

std::string setting_key(const Case& c) {
  return procedure_key(c) + "|" + std::to_string(c.ranks) + "|" + std::string(name_of(c.comm)) + "|" +
         std::string(name_of(c.scenario)) + "|" + c.wrong;
}

int count_of(const std::map<std::string, int>& counts, const std::string& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

bool is_too_often(const std::map<std::string, int>& counts, const Most& most, const Case& c) {
  return count_of(counts, procedure_key(c)) >= most.all || count_of(counts, setting_key(c)) >= most.alike;
}

}  // namespace

bool has_found(const Outcome& outcome, std::initializer_list<Kind> kinds) {
  return std::ranges::any_of(outcome.found,
                             [&](const Finding& f) { return std::ranges::count(kinds, f.wrong.kind) > 0; });
}

void LaunchEnds::count(const Case& c, const Outcome& outcome) {
  const auto add = [&](Counts& counts) {
    ++counts[procedure_key(c)];
    ++counts[setting_key(c)];
  };
  if (has_found(outcome, {Kind::hang})) add(hangs_);
  if (has_found(outcome, {Kind::crash, Kind::overrun, Kind::send_buffer_written})) add(crashes_);
}

std::optional<std::string> LaunchEnds::why_not_run(const Case& c) const {
  if (c.handler == Handler::fatal) return std::nullopt;  // it is to end the launch
  if (is_too_often(hangs_, most_hangs, c)) return "cases like it have hung before";
  if (is_too_often(crashes_, most_crashes, c)) return "cases like it have ended the launch before";
  return std::nullopt;
}

}  // namespace tutti::conform
