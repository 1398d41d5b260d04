// Schedules in files, verified one after the other.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/verify_report.hpp"

namespace tutti::cli {

/// Proves the schedules and checks the plans in the files that the words name (common/given.hpp), a plan with that many
/// slots for each connection if any are given; each result is told as soon as it is there. `time_limit`: seconds for
/// each schedule, 0 for none. UsageError for a file that is none.
std::vector<Verified> verify_files(const std::vector<std::string>& words, std::optional<int> slots, double time_limit,
                                   const std::function<void(const Verified&)>& tell);

}  // namespace tutti::cli
