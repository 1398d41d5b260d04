// Which calls a recording is made of.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::baseline {

using conform::Case, conform::Procedure;

struct Grid {
  std::vector<Procedure> procedures;
  std::vector<int> ranks;              ///< ascending
  std::vector<std::int64_t> bytes;     ///< of the largest buffer of a rank; ascending
  bool is_held_to_guidelines = false;  ///< timed is also what guidelines hold the procedures against
  int nodes = 1;                       ///< results and trees also of ranks that lie on so many, in each way
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
/// What is asked for trees, all of them sums of doubles.
std::vector<TreeSamples> tree_samples(const Grid& grid);

/// The case by which the trees of a result are found: of sums and products that round, a sum of as many numbers that
/// are as large, since MPIs choose by that. Nothing for any other load, and where no revealing load is so large.
std::optional<Case> revealing_case(const Case& c);

/// Sums of doubles and moved doubles, of one number of ranks; at every third size also what guidelines need besides:
/// other procedures, and nonblocking calls.
std::vector<Case> time_cases(const Grid& grid, int ranks);

/// Some of those that are timed, over all sizes, of the MPI's own blocking calls: those that are timed twice in each
/// launch.
std::vector<Case> control_cases(const std::vector<Case>& timed);

/// What is recorded.
struct RecordedCalls {
  std::vector<Case> digested;
  std::vector<TreeSamples> trees;
  std::vector<Case> timed;
  std::vector<Case> timed_by_schedules;  ///< some of these: beside them the same call by a schedule of ours is timed
};

/// All of the above; by schedules those of every other size.
RecordedCalls calls_of(const Grid& grid);

/// Calls like these, each once, in whatever scenario they are: the bits of those that have a result, the trees of those
/// that sum floating-point numbers, and the times of those that are not in place. What carries nothing is left out.
RecordedCalls calls_like(const std::vector<Case>& calls);

}  // namespace tutti::baseline
