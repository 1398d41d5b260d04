// Records what an MPI does: launches its worker over and over, as `tutti conform` does.
#pragma once
#include <functional>
#include <string>

#include "verified/baseline/grid.hpp"
#include "verified/baseline/recording.hpp"
#include "verified/conform/drive/runner.hpp"

namespace tutti::baseline {

struct RecordRequest {
  RecordedCalls calls;
  int launches = 10;       ///< for times
  int processors = 1;      ///< calls on more ranks are not timed
  std::uint64_t seed = 0;  ///< of the order of the calls that are timed
};

/// What is done, and how much of it: "times, launch 3 of 10".
using RecordProgress = std::function<void(const std::string& what, std::size_t done, std::size_t of)>;

/// Digests from two launches, trees, then times from launches that come in turn for each number of ranks. What fails,
/// hangs or crashes is missing in the recording, with the reason; it is not timed. The environment has what the worker
/// says, and no more. Throws std::runtime_error where no launch ever starts, where the worker is not that of the
/// launcher's MPI, and conform::NoRoom where the disk is full. Where the runner is asked to stop the recording is not
/// whole.
Recording record(const RecordRequest& request, conform::Runner& runner, const RecordProgress& progress);

}  // namespace tutti::baseline
