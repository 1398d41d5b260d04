// Which calls a recording is made of.
#pragma once
#include <cstdint>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::baseline {

using conform::Case, conform::Procedure;

struct Grid {
  std::vector<Procedure> procedures;
  std::vector<int> ranks;           ///< ascending
  std::vector<std::int64_t> bytes;  ///< of the largest buffer of a rank; ascending
};

/// The collectives whose blocks all have one size, and the barrier.
std::vector<Procedure> usual_procedures();

/// Twelve sizes from 8 bytes to 1 MiB, or five of them.
std::vector<std::int64_t> usual_bytes(bool quick);

/// Sums of doubles and moved doubles of every size; of every third size also other operators and datatypes, another
/// root and calls in place. None has one that carries nothing.
std::vector<Case> digest_cases(const Grid& grid);

/// Counts of one reduction on so many ranks, ascending and each once.
struct TreeSamples {
  Case which;  ///< its count is the least
  std::vector<std::int64_t> counts;
};
/// Of sums of doubles.
std::vector<TreeSamples> tree_samples(const Grid& grid);

/// Sums of doubles and moved doubles, of one number of ranks.
std::vector<Case> time_cases(const Grid& grid, int ranks);

/// Some of time_cases(), over all sizes: those that are timed twice in each launch.
std::vector<Case> control_cases(const std::vector<Case>& timed);

}  // namespace tutti::baseline
