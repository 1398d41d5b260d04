// What all ranks of a command do together.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "cli/common/output.hpp"

namespace tutti::cli {

/// Calls `part` at every rank. Where it throws at some, throws at all, with the text of the lowest of these:
/// UsageError if it was one there, else std::runtime_error. Collective over the world.
void together(const std::function<void()>& part);

/// The file `path`, the value of `option`, at rank 0. Collective over the world; UsageError at every rank where it
/// cannot be written.
std::optional<Output> output_at_rank_0(const std::string& option, const std::string& path);

/// The text of rank 0, at every rank. Collective over the world.
std::string from_rank_0(std::string text);

/// "MPICH Version: 4.0.2", with a tab.
std::string mpi_version();

}  // namespace tutti::cli
