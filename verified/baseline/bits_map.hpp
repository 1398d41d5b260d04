// Which results of a reduction are the same: at all ranks, from run to run, for all sizes, roots, numbers of ranks and
// placements; as far as a recording shows.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verified/baseline/recording.hpp"
#include "verified/conform/case/bracketing.hpp"

namespace tutti::baseline {

/// Whether results are the same for all of something.
struct Sameness {
  std::string_view name;      ///< "ranks", "runs", "sizes", "roots", "np", "placements"
  std::string_view text;      ///< "for all sizes", as the end of "the same …"
  std::optional<bool> holds;  ///< nothing: the recording does not show it
  std::string why;            ///< a case where it does not hold, or why nobody knows; else empty
};

/// What all results and trees in the recording say, which are those of one procedure that combines.
/// - ranks, runs, roots: equal bits of sums that round, on equal operands; ranks only of an allreduce.
/// - sizes: each rank has one tree, for every element, of all sizes.
/// - np: where some ranks more contribute, the others are combined as if these were not there: without their leaves the
///   tree is the same. So the results are, too, where they contribute zeros.
/// - placements: equal trees and equal bits, where the ranks lie on other nodes.
std::vector<Sameness> samenesses(const Recording& recording);

/// The tree without the leaves from `ranks` on; nothing where none is left.
std::optional<conform::Bracketing> restricted(const conform::Bracketing& tree, int ranks);

}  // namespace tutti::baseline
