// What failures have in common: a few groups, each with one sentence that says of which cases it is.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/drive/outcome.hpp"

namespace tutti::conform {

/// A condition on cases: some feature of theirs has one of these values.
struct Condition {
  std::string feature;              ///< "procedure", "operator", "form", …
  std::vector<std::string> values;  ///< one at least
  bool operator==(const Condition&) const = default;
};

/// Failures that are likely to have one cause.
struct FailureGroup {
  std::vector<Condition> conditions;  ///< that all of its cases meet, and few others; none: nothing tells them apart
  std::vector<int> cases;             ///< the numbers of the failures in it, by number
  int also_passed = 0;                ///< cases that meet the conditions and passed
};

/// The failed cases, each in one group, the greatest group first. Conditions are sought, one after the other, that tell
/// as many failures as they can from the cases that passed; groups that differ in the values of one condition are one.
std::vector<FailureGroup> triage(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes);

/// "operator min or max, elements unsigned": what is common to the cases of a group.
std::string describe(const FailureGroup& group);

}  // namespace tutti::conform
