// What `tutti-mpi run` found, added up over the ranks.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/common/output.hpp"
#include "cli/mpi/options.hpp"

namespace tutti::cli {

/// What was checked of one algorithm, on all communicators of which this rank is a member.
struct Tally {
  int cases = 0, refused = 0, failed = 0;
  int left_out = 0;  ///< calls with a datatype that the MPI itself packs wrongly
  std::vector<std::string> failures;
};
using Tallies = std::map<std::string, Tally>;

/// The file of --json, at rank 0. UsageError at every rank where it cannot be written: before anything is run.
std::optional<Output> json_output(const RunOptions& options);

/// Prints and writes at rank 0. What each rank checked of the halves counts once per rank. Collective over the world.
Exit report(const RunOptions& options, const std::optional<Output>& output, const Tallies& tallies, Rank rank,
            int size);

}  // namespace tutti::cli
