// A recursion over p = f_1·f_2·…·f_m ranks that divides by another factor at each level: Rabenseifner's "future work"
// of choosing the principle level by level (2004, extended version). Halving is the factor 2, pairwise exchange the
// factor p.
#pragma once
#include <vector>

#include "verified/schedule/builder.hpp"

namespace tutti {

/// The order of the levels. Far ranks first: rank r ends with block r. Near ranks first: what meets are runs of ranks.
enum class First { far, near };

/// p ranks with a digit per level, and a vector of p blocks. At each level the ranks that differ in its digit only are
/// a group, in which member k is to hold part k of what all of them worked on so far.
class MixedRadix {
 public:
  /// `factors`: at least one, each >= 1.
  MixedRadix(const Shape& factors, First first);

  int levels() const { return static_cast<int>(levels_.size()); }
  int ranks() const { return ranks_; }
  int factor(int level) const { return at(level).factor; }
  int digit(Rank r, int level) const { return r / at(level).stride % factor(level); }
  /// The member whose digit is `ahead` higher, round the group; `ahead` >= 0.
  Rank member(Rank r, int level, int ahead) const {
    return r + ((digit(r, level) + ahead) % factor(level) - digit(r, level)) * at(level).stride;
  }
  /// What rank r holds when `level` is over.
  Blocks share(Rank r, int level) const;

 private:
  struct Level {
    int factor;
    int stride;  ///< between the ranks of a group
    int blocks;  ///< that a rank keeps
  };
  const Level& at(int level) const { return levels_[static_cast<std::size_t>(level)]; }
  std::vector<Level> levels_;
  int ranks_;
};

/// Every rank ends with its share of the last level (reduce-scatter), in any order of operands: for commutative
/// operators.
void fold_within_groups(Builder& s, const MixedRadix& radix);

/// The way back, from the last level to the first: every rank ends with all blocks (allgather).
void gather_within_groups(Builder& s, const MixedRadix& radix);

/// For Record::shapes: all ordered factorisations of p into factors >= 2, the one into rising primes first; {1} for
/// p = 1. Above 64, to bound what there is to prove, only rising primes and p itself.
std::vector<Shape> factorisations(int p);

}  // namespace tutti
