// tutti conform --reveal: how somebody's MPI brackets a reduction.
#pragma once
#include <optional>
#include <string>

#include "cli/commands.hpp"
#include "cli/conform_input.hpp"

namespace tutti::cli {

struct RevealOptions {
  std::string collective;       ///< "allreduce"
  std::string type = "double";  ///< float, double or long_double, of which the MPI's own sum is taken; or "term"
  std::string count = "1", root = "0";
  std::optional<std::string> svg;  ///< a file
};

/// Prints the trees for each number of ranks in --np, and draws them. Exit::refuted where something is wrong, or the
/// ranks of an allreduce have different trees; Exit::undecided where nothing is revealed. UsageError for wrong options,
/// std::runtime_error where the worker does not start.
Exit run_reveal(const ConformOptions& conform, const RevealOptions& options);

}  // namespace tutti::cli
