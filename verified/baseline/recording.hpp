// What one machine did with the collectives of its MPI, to be held against another machine, or another day.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/offer.hpp"
#include "verified/conform/drive/revelation.hpp"
#include "verified/conform/judge/record_note.hpp"

namespace tutti::baseline {

using conform::Case;

/// Where and under what it was recorded. What is not known is "unknown".
struct Environment {
  std::string mpi, standard;  ///< as its worker says: "MPICH Version: 4.0.2" and "4.0"
  std::string launcher;
  std::map<std::string, std::string> variables = {};  ///< that MPIs and their transports look at
  std::string compiler;                               ///< that has built tutti
  std::string cpu, governor, kernel, hostname;
  std::string affinity;                    ///< the processors that ranks may run on: "0-3"
  int processors = 1;                      ///< how many these are
  double load_before = 0, load_after = 0;  ///< processes that want to run, of the last minute
  /// The sizes at which the MPI says that it changes what it does.
  std::vector<conform::CutOff> cut_offs = {};
  bool operator==(const Environment&) const = default;
};

/// The bits of a result: for each rank the different ones that calls gave, in two launches.
struct Result {
  Case which;  ///< its scenario is Scenario::digest
  std::vector<conform::Digests> ranks;
  /// By which trees it was combined, as found by revealing_case(); none where nothing was found or asked.
  std::vector<conform::RevealedTree> trees = {};
  bool operator==(const Result&) const = default;

  /// Every rank has the same bits in each call.
  bool repeats() const;
  /// All ranks have the same bits; true where the ranks are due different ones.
  bool ranks_agree() const;
};

/// A tree, or why none is found, and the ranks whose results have elements of it.
struct TreeOfRanks {
  /// "((0·1)·2)"; one of them is empty, but where other numbers do not confirm the tree (conform::unconfirmed()).
  std::string tree, why;
  std::vector<Rank> ranks;
  bool operator==(const TreeOfRanks&) const = default;
};

/// Counts, from `first` to `last`, for which an MPI combines by the same trees; in the order of elements.
struct TreeSegment {
  std::int64_t first, last;
  std::vector<TreeOfRanks> trees;
  bool operator==(const TreeSegment&) const = default;
};

/// The trees of a reduction on so many ranks for every count in a range.
struct TreeChain {
  Case which;  ///< its scenario is Scenario::reveal, its count the least
  std::vector<TreeSegment> segments;
  bool complete = true;  ///< else there are more changes than were looked for
  /// The segment that has the count, or nullptr.
  const TreeSegment* at(std::int64_t count) const;
  bool operator==(const TreeChain&) const = default;
};

/// The reduction that it is of, whichever count it begins with: recordings may have begun with other ones.
std::string key_of_chain(const TreeChain& chain);

/// How long a call took, launch by launch.
struct TimeCell {
  Case which;            ///< its scenario is Scenario::time
  bool control = false;  ///< it is timed a second time in each launch, which should make no difference
  std::vector<std::optional<conform::CallTimes>> launches;  ///< nothing where it was not timed
  bool operator==(const TimeCell&) const = default;
};

/// What was to be recorded and could not be.
struct Missing {
  Case which;
  std::string why;
  bool was_run = true;  ///< and hung, crashed or gave no result; nothing is known of what was not run
  bool operator==(const Missing&) const = default;
};

struct Recording {
  Environment environment;
  std::uint64_t seed = 0;            ///< of the order in which calls were timed
  int launches = 0;                  ///< for times; 0: none were taken
  std::vector<int> untimed_np = {};  ///< numbers of ranks above that of the processors, which are not timed
  std::vector<Result> results = {};
  std::vector<TreeChain> trees = {};
  std::vector<TimeCell> times = {};
  std::vector<Missing> missing = {};
  bool operator==(const Recording&) const = default;
};

/// The bytes of the largest buffer of a rank.
std::int64_t bytes_of(const Case& c);

/// The same case with a count of units for each block, or for the vector, such that its largest buffer is not larger
/// than `bytes`, and of one unit at least.
Case with_bytes(Case c, std::int64_t bytes);

/// Its trees as they are written.
nlohmann::ordered_json trees_as_json(const Recording& recording);

/// JSON by spec/baseline.schema.json. parse_recording() of it is `recording`.
std::string write_recording(const Recording& recording);

/// Throws std::invalid_argument, which begins with `source` and names the place, what is wrong there and the remedy,
/// for text that is not JSON or is nested deeply, another version, a field that is missing or of another kind, cases
/// that are not legal and times that are not positive. Fields of other names are ignored.
Recording parse_recording(const std::string& text, const std::string& source);

}  // namespace tutti::baseline
