// The command line of `tutti-mpi run`, and the calls it means.
#pragma once
#include <string>
#include <vector>

#include "cli/mpi/cases.hpp"

namespace tutti::cli {

struct RunOptions {
  std::vector<std::string> names;
  std::string counts, types, ops, roots, json;
  bool in_place = false;
  bool quiet = false;
  /// Calls are chosen one by one instead of the whole programme.
  bool chooses_calls() const { return !counts.empty() || !types.empty() || !ops.empty() || !roots.empty() || in_place; }
};

/// The operands that --op and --type mean. UsageError for a name that does not exist or a pair that MPI does not
/// define.
std::vector<mpi::Operand> chosen_operands(const RunOptions& options);

/// One call for each combination of what is chosen; count 1000, sum on double and root 0 where nothing is.
/// UsageError for a root outside 0..ranks-1, a malformed list, or an algorithm without a schedule for `ranks`.
std::vector<mpi::Case> chosen_cases(const RunOptions& options, const std::vector<const Algorithm*>& algorithms,
                                    const std::vector<mpi::Operand>& operands, int ranks);

}  // namespace tutti::cli
