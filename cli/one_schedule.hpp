// One schedule as it is named on the command line: an algorithm with p, root and shape, or a file.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/common/commands.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

struct OneScheduleOptions {
  std::optional<std::string> algorithm, p, root, shape;
};

/// ALGORITHM, --p, --root and --shape.
std::vector<Option> add_one_schedule(Parser& parser, OneScheduleOptions& options);

struct OneSchedule {
  const Algorithm* algorithm;
  Group group;
};
/// What they name, whose proof fits into memory. UsageError where there is no such schedule; NotProved
/// (verified/choose/price.hpp) for a plan that is refuted.
OneSchedule one_schedule(const OneScheduleOptions& options);

}  // namespace tutti::cli
