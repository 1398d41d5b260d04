// tutti conform --reveal: how somebody's MPI brackets a reduction.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "cli/common/commands.hpp"
#include "cli/conform/input.hpp"
#include "cli/conform/map.hpp"

namespace tutti::cli {

struct RevealOptions {
  std::string collective;       ///< "allreduce"; none: nothing is to be revealed
  std::string type = "double";  ///< float, double or long_double, of which the MPI's own sum is taken; or a term
  std::string counts = "1";     ///< a LIST
  std::string root = "0";
  std::string form = "blocking", completion = "wait";
  std::optional<std::string> svg;  ///< a file
  MapOptions map;
};

void add_options_of_reveal(Parser& parser, RevealOptions& options);

/// UsageError where options are given that --reveal has no use for, or that only it has.
void check_options_of_reveal(const Parser& parser);

/// Where a map is wanted, as run_map(). Else prints the trees for each number of ranks in --np, each count and each
/// choice of --algorithms, and draws them. Exit::refuted where a case fails, as where the ranks of an allreduce have
/// different trees; Exit::undecided where nothing is revealed. UsageError for wrong options, std::runtime_error where
/// the worker does not start.
Exit run_reveal(const ConformOptions& conform, const RevealOptions& options, std::function<bool()> stop);

}  // namespace tutti::cli
