// What has changed between two recordings, and how surely.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verified/baseline/guidelines.hpp"
#include "verified/baseline/ratio.hpp"
#include "verified/baseline/recording.hpp"
#include "verified/baseline/replay.hpp"
#include "verified/conform/drive/choice.hpp"

namespace tutti::baseline {

enum class What { tree, bits, time, guideline };

/// "tree", "bits", "time" or "guideline".
std::string_view name_of(What what);

/// By which arithmetic the same trees give the bits of before and those of now: several where they give the same, none
/// where none that was tried does.
struct Explanation {
  std::vector<Arithmetic> from, to;
  std::size_t results = 0;  ///< that it is so of: those whose trees are known
};

/// Which settings of the MPI at hand give an old tree back (settings.hpp).
struct TriedSettings {
  bool is_back_by_itself = false;  ///< it has the old tree without any
  std::size_t tried = 0, of = 0;   ///< so many of those that there are
  std::vector<conform::Choice> give_back = {};
};

struct Change {
  What what;
  Procedure procedure;
  int ranks;
  std::int64_t bytes;               ///< of the largest buffer of a rank: the least for which it is so
  std::int64_t last_bytes;          ///< the largest that was recorded for which it is so
  std::string from, to;             ///< on one line: trees, digests, times, how two sides compare
  std::optional<Ratio> ratio = {};  ///< of a time, to that of before; of a guideline, of its two sides
  std::string about = {};           ///< the operator and datatype; the guideline; what the MPI sets there
  std::vector<TreeOfRanks> from_trees = {}, to_trees = {};  ///< where trees have changed
  Case first = {}, last = {};                               ///< where trees have changed: the calls of its two sizes
  std::optional<TriedSettings> settings = {};               ///< where trees have changed and some were tried
  conform::Nodes nodes = {};                                ///< on which the ranks lie
  std::optional<Explanation> explanation = {};              ///< of bits, where a tree is known
  std::optional<Case> timed = {};                           ///< of a time, the call
};

/// What cells both recordings have, and what one of them has alone.
struct Coverage {
  std::size_t common = 0;
  std::vector<std::string> only_old = {}, only_new = {};  ///< as the texts of cases

  /// Half of what either of them has, or more; so that "the same" is said of most of it.
  bool is_enough() const { return common >= only_old.size() && common >= only_new.size(); }
};

struct CompareOptions {
  double factor = 1.2;  ///< the least by which a time must grow
  bool times = true;    ///< else bits and trees alone
};

/// Why there is no verdict on changes of that kind.
struct Undecided {
  What what;
  std::string why;
};

struct Comparison {
  std::vector<Change> changes = {};           ///< for the worse, or to something else
  std::vector<Change> better = {};            ///< faster, or a guideline that holds now
  std::vector<std::string> environment = {};  ///< "kernel: Linux 6.1, was Linux 5.10"
  Coverage results = {}, trees = {}, times = {};
  std::size_t explained_results = 0;  ///< have the other bits that another tree makes of the same operands
  std::vector<Undecided> undecided = {};
  std::vector<Violation> violations = {};  ///< of guidelines by the second recording, whether or not they are new
};

/// How long a call of the MPI's own took in both recordings.
struct TimeRatio {
  Case which;
  double before, after;  ///< medians of launches, in seconds
  Ratio ratio;
};

/// The ratios of all calls that both have times of, in the order of `before`, whether or not anything is sure.
std::vector<TimeRatio> time_ratios(const Recording& before, const Recording& after);

/// "3.21 us", "1.20 ms"
std::string print_seconds(double seconds);

/// Throws nothing. What only one recording has is in the coverage; kinds of which less than half is in both are
/// undecided. A result or trees that `after` has tried to get and
/// not got, and `before` has, are a change; a call that it could not time leaves times undecided.
Comparison compare(const Recording& before, const Recording& after, const CompareOptions& options);

}  // namespace tutti::baseline
