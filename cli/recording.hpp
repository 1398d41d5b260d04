// What an application called, as libtutti has recorded it (spec/recording.schema.json).
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
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

  /// Whether it stands for the calls of all ranks to one collective: those of the rank that has its largest buffer do.
  bool stands_for_all() const { return !folded && !inter && rank == root.value_or(0); }
};

/// A datatype of the elements that an operator was called with.
struct RecordedElements {
  std::string name;         ///< of a predefined one, such as "MPI_INT"; else empty
  std::int64_t extent = 0;  ///< in bytes, of one that is not predefined
  /// From which byte to before which such a one has data, by rising offset from an element's origin. Absent
  /// where the recording does not say it.
  std::optional<std::vector<std::pair<std::int64_t, std::int64_t>>> data = {};
  auto operator<=>(const RecordedElements&) const = default;
};

/// The bytes of elements, each from its origin on.
using RecordedSamples = std::set<std::vector<std::byte>>;
using RecordedOperands = std::pair<const RecordedElements, RecordedSamples>;

/// An operator of the application, at one rank or at several.
struct RecordedOperator {
  bool commute = false;
  std::string object;  ///< the program or library that has the function; empty where it is not known
  std::string symbol;  ///< empty where it has none
  std::int64_t offset = 0;
  std::optional<bool> large_count = {};  ///< made by MPI_Op_create_c, or by MPI_Op_create; absent where it is not said
  std::map<RecordedElements, RecordedSamples> operands = {};
};

struct RecordedApplication {
  std::vector<RecordedCalls> calls;
  std::vector<RecordedOperator> operators;  ///< each once
};

/// What all ranks have noted. `file` is that of TUTTI=record=FILE: rank r has written FILE.r. UsageError, which begins
/// with `option`, where the file of a rank is missing, unreadable, cut off or no such recording, or contradicts itself.
RecordedApplication read_recorded_application(const std::string& option, const std::string& file);

}  // namespace tutti::cli
