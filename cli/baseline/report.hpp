// What tutti baseline compare prints and writes.
#pragma once
#include <string>
#include <vector>

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

/// Each on one line: which arithmetic explains bits, which settings give an old tree back, or that none does; nothing
/// of what was not asked.
std::vector<std::string> reasons_of(const baseline::Change& change);

/// By the name of each guideline: where the MPI violates it, by how much at most, and which proved schedule is faster.
std::string print_violations(const std::vector<baseline::Violation>& violations);

/// "changed: 2 differences"
std::string print_verdict(const BaselineRun& run);

/// "first   old.json: MPICH Version: 4.0.2", and of the second.
std::string print_recordings(const BaselineRun& run);

/// What both have, and what only one of them: a line for each of results, trees and times.
std::string print_coverage(const BaselineRun& run);

/// "((0·1)·2) at ranks 0,1"
std::string print_tree(const baseline::TreeOfRanks& tree);

/// "other bits, which the other tree makes of the same operands: 2 results"; empty where there are none.
std::string print_explained(const BaselineRun& run);

/// For people, with trees drawn.
std::string print_text(const BaselineRun& run);
/// The fields are those of the design.
std::string print_json(const BaselineRun& run);
/// A page for a browser: all of the text, ratios of times as heat maps, and trees side by side.
std::string print_html(const BaselineRun& run);
/// A test for each collective and kind of change.
std::string print_junit(const BaselineRun& run);

}  // namespace tutti::cli
