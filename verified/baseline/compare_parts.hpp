// The parts of a comparison, each for one kind of change.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "verified/baseline/compare.hpp"

namespace tutti::baseline {

/// The pairs of entries with one key, in the order of `before`; what has no partner is noted in `coverage`.
template <class T, class Key>
std::vector<std::pair<const T*, const T*>> pairs(const std::vector<T>& before, const std::vector<T>& after,
                                                 const Key& key, Coverage& coverage) {
  std::map<std::string, const T*> old_ones;
  for (const auto& x : before) old_ones[key(x)] = &x;
  std::map<std::string, const T*> new_ones;
  for (const auto& x : after) new_ones[key(x)] = &x;
  std::vector<std::pair<const T*, const T*>> common;
  for (const auto& x : before)
    if (const auto other = new_ones.find(key(x)); other != new_ones.end())
      common.emplace_back(&x, other->second);
    else
      coverage.only_old.push_back(key(x));
  for (const auto& x : after)
    if (!old_ones.contains(key(x))) coverage.only_new.push_back(key(x));
  coverage.common = common.size();
  return common;
}

/// That so few are in both: "1 of 15 are in both recordings; …".
std::string why_not_enough(const Coverage& coverage);

/// What of a call is neither its collective nor its size nor its number of ranks: "sum/double, root 2, in place".
std::string about(const Case& c);

/// "((0·1)·2) at ranks 0,1"
std::string print(const std::vector<TreeOfRanks>& trees);

/// Where trees differ, from which size on, and what of the settings that the MPI names lies there.
void compare_trees(const Recording& before, const Recording& after, Comparison& comparison);

/// Where results differ. Explained are those of which the trees differ, too, where each of both trees makes the bits of
/// its side of the same operands; of ranks on which no change of trees is told so far, these are told.
void compare_bits(const Recording& before, const Recording& after, Comparison& comparison);

/// Where calls take longer or less, and which guidelines are violated now; or why that is undecided.
void compare_times(const Recording& before, const Recording& after, const CompareOptions& options,
                   Comparison& comparison);

}  // namespace tutti::baseline
