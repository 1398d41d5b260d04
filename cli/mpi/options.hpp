// The command line of `tutti-mpi run`, and the calls it means.
#pragma once
#include <string>
#include <vector>

#include "cli/mpi/cases.hpp"

namespace tutti::cli {

struct RunOptions {
  std::vector<std::string> names;
  std::string counts, types, ops, roots, shape, json;
  bool in_place = false;
  bool quiet = false;
  /// Calls are chosen one by one instead of the whole programme of checks.
  bool chooses_calls() const {
    return !counts.empty() || !types.empty() || !ops.empty() || !roots.empty() || !shape.empty() || in_place;
  }
};

/// What the calls carry, as in conform::Case: what --op and --type mean for reductions and scans, where there are any,
/// and what --type means for data movement.
struct Loads {
  std::vector<std::string> operators, datatypes;

  /// UsageError for a name that does not exist or a pair that MPI does not define.
  Loads(const RunOptions& options, const std::vector<const Algorithm*>& algorithms);
};

/// One call for each combination of what is chosen; count 1000, sum on double, root 0 and the first shape where nothing
/// is. UsageError for a root outside 0..ranks-1, a malformed list, or where a named algorithm has no schedule for
/// `ranks`, no such shape or no operator, or the call is not legal; where none is named, those that have all of it are
/// run.
std::vector<Run> chosen_runs(const RunOptions& options, const std::vector<const Algorithm*>& algorithms,
                             const Loads& loads, int ranks);

}  // namespace tutti::cli
