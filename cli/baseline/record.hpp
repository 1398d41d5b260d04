// tutti baseline record: its options, and what it does.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "cli/common/commands.hpp"
#include "cli/conform/input.hpp"
#include "cli/prices.hpp"

namespace tutti::cli {

struct RecordOptions {
  ConformOptions conform;  ///< launcher, worker, np, collectives, quick, calls
  PriceOptions prices;     ///< the profile
  std::string file;
  std::optional<std::string> bytes, seed;
  int launches = 10;
  bool no_times = false;
};

Command add_baseline_record(Parser& baseline);

}  // namespace tutti::cli
