// Reductions whose bits depend on p alone: by which tree a schedule combines what a rank receives.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "verified/check/trees.hpp"
#include "verified/choose/price.hpp"

namespace tutti {

/// The tree in which each rank's result of a reduction or scan on p ranks is combined, by rank; where the root alone
/// has a result it stands at 0. Two schedules with the same trees have results of the same bits, whatever the operator.
using ResultTrees = std::vector<Tree>;

/// Finds the trees of candidates for one p, by running their schedules on letters. A handle means the same tree in all
/// that one finder has found.
class ResultTreeFinder {
 public:
  explicit ResultTreeFinder(int p) : p_(p), trees_(p) {}

  /// Nothing where the blocks of a result have different trees, so that the bits of an element depend on how long the
  /// vector is, or where p is so large that this would take seconds. Throws NoSchedule.
  std::optional<ResultTrees> find(const Candidate& candidate, Rank root);

 private:
  int p_;
  Trees trees_;
};

/// Whether every rank's result lies in one block, so that the schedule, if it serves all sizes, combines each element
/// of it in one tree. Throws NoSchedule.
bool has_one_block(const Candidate& candidate, int p);

/// What besides p the trees of a reduction depend on, as found for all shapes, roots and p that it supports up to
/// `most`.
struct TreesDependOn {
  bool block = false, root = false, shape = false;  ///< of the others nothing is said where they depend on the block
};
/// Throws NoSchedule.
TreesDependOn trees_depend_on(const Algorithm& reduction, int most);

/// Whether TUTTI_BITS, "size,placement", asks for bits that depend on p alone, which is all that there is to ask for:
/// the words are what they are not to depend on. Throws std::invalid_argument, with the words that there are.
bool asks_for_one_tree(std::string_view text);

}  // namespace tutti
