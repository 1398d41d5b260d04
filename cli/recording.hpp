// What an application called, as libtutti has recorded it (spec/recording.schema.json).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/collective.hpp"

namespace tutti::cli {

/// The calls of one rank that a recording has one line for.
struct RecordedCalls {
  std::string place;  ///< the file and the line
  Collective collective;
  std::int64_t calls = 0;
  double seconds = 0;   ///< in the MPI, of all of them together
  bool folded = false;  ///< of these, nothing more is known
  bool inter = false;   ///< on an intercommunicator
  int size = 0, rank = 0;
  std::optional<int> root = {};
  std::string like = {};                   ///< a case of `tutti conform`; empty where none is like them
  std::optional<std::int64_t> bytes = {};  ///< of the largest buffer of this rank, where it is known

  /// Of the calls of all ranks to one collective, those of the rank that has its largest buffer.
  bool stands_for_all() const { return !folded && !inter && rank == root.value_or(0); }
};

/// The calls of all ranks. `file` is that of TUTTI=record=FILE: rank r has written FILE.r. UsageError, which begins
/// with `option`, where the file of a rank is missing, unreadable, cut off or no such recording, or contradicts itself.
std::vector<RecordedCalls> read_recording(const std::string& option, const std::string& file);

}  // namespace tutti::cli
