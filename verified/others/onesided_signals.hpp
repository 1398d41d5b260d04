// Who signals in a plan of puts, and who waits for it.
#pragma once
#include <map>
#include <optional>

#include "verified/others/onesided.hpp"

namespace tutti::others {

/// For each object that operations of a kind name, the threadblocks that do, and how often in a call.
using Users = std::map<int, std::map<int, int>>;
Users users(const OneSidedPlan& plan, Operation::Kind kind);
int total(const std::map<int, int>& counts);

/// What would leave it to chance who goes on, and what would change from call to call: the first fault.
std::optional<PlanFault> find_unmatched_signals(const OneSidedPlan& plan);

}  // namespace tutti::others
