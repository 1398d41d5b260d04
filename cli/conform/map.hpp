// tutti conform --reveal NAME --map: which tree a reduction has by size and number of ranks, and which results are the
// same.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "cli/common/commands.hpp"
#include "cli/conform/input.hpp"
#include "verified/baseline/recording.hpp"

namespace tutti::cli {

struct MapOptions {
  bool wanted = false;
  std::optional<std::string> bytes;  ///< sizes
};

void add_options_of_map(Parser& parser, MapOptions& options);

/// Reveals the trees of the procedure and prints the map. UsageError for wrong options, std::runtime_error where the
/// worker does not start. Exit::refuted where the ranks of an allreduce differ, or bits from run to run;
/// Exit::undecided where something could not be recorded, or it was stopped.
Exit run_map(const ConformOptions& conform, const MapOptions& options, conform::Procedure procedure,
             const std::function<bool()>& stop);

/// A row for each number of ranks and placement, a column for each size, a letter for each tree of a row; then the
/// trees, and what is the same. `sizes` are those of the largest buffer of a rank, in bytes. Letters have colours where
/// these are wanted.
std::string print_map(const baseline::Recording& recording, const std::vector<std::int64_t>& sizes, bool has_colour);

}  // namespace tutti::cli
