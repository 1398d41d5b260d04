// tutti baseline compare: its options, and what it does.
#pragma once
#include "cli/common/commands.hpp"

namespace tutti::cli {

Command add_baseline_compare(Parser& baseline);

}  // namespace tutti::cli
