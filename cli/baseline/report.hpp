// What tutti baseline compare prints and writes.
#pragma once
#include <string>

#include "cli/common/commands.hpp"
#include "verified/baseline/compare.hpp"

namespace tutti::cli {

struct BaselineRun {
  std::string old_file, new_file;
  baseline::Recording before = {}, after = {};
  baseline::CompareOptions options = {};
  baseline::Comparison comparison = {};
};

/// What has changed is graver than what is undecided.
Exit exit_of(const BaselineRun& run);

/// "allreduce np 4, 4096 to 65536 bytes: sum/double"
std::string print_place(const baseline::Change& change);

/// "((0·1)·2) -> (0·(1·2)), 1.52 times as long (1.4 to 1.6)": on one line.
std::string print_difference(const baseline::Change& change);

/// For people, with trees drawn.
std::string print_text(const BaselineRun& run);
/// The fields are those of the design.
std::string print_json(const BaselineRun& run);
/// A test for each collective and kind of change.
std::string print_junit(const BaselineRun& run);

}  // namespace tutti::cli
