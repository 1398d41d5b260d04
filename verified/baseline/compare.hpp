// What has changed between two recordings, and how surely.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verified/baseline/ratio.hpp"
#include "verified/baseline/recording.hpp"

namespace tutti::baseline {

using conform::Procedure;

enum class What { tree, bits, time, guideline };

/// "tree", "bits", "time" or "guideline".
std::string_view name_of(What what);

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
};

/// What cells both recordings have, and what one of them has alone.
struct Coverage {
  std::size_t common = 0;
  std::vector<std::string> only_old = {}, only_new = {};  ///< as the texts of cases
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
  std::size_t explained_results = 0;  ///< have other bits where the tree is another one
  std::vector<Undecided> undecided = {};
};

/// Throws nothing. What only one recording has is in the coverage. A result or trees that `after` has tried to get and
/// not got, and `before` has, are a change; a call that it could not time leaves times undecided.
Comparison compare(const Recording& before, const Recording& after, const CompareOptions& options);

}  // namespace tutti::baseline
