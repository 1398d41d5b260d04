// The selector: which proved schedule is the fastest for a call, by the prices of a profile.
#pragma once
#include <cstddef>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "verified/check/formula.hpp"
#include "verified/choose/price.hpp"

namespace tutti {

/// Puts the candidates, all of which have a schedule for p and the root, in the order in which equally fast ones are
/// preferred: those with the fewest copies inside the ranks, which the models do not charge, and as they were.
void sort_by_preference(std::vector<Candidate>& candidates, int p, Rank root);

/// The index of the least of `seconds`, at least one; of those that are equal (to a relative 1e-9) the first.
std::size_t fastest_of(std::span<const double> seconds);

/// What a choice depends on, besides the profile and the bytes.
struct SelectorCall {
  Collective collective;
  int ranks;        ///< p >= 1
  Rank root;        ///< 0 where the collective has none
  Needs satisfied;  ///< what the operator is; of no account where data is only moved
  bool operator==(const SelectorCall&) const = default;
};

/// Chooses among all algorithms of a collective and all shapes of families. The first choice for a call prices all
/// candidates, and so proves them, for sizes of up to 1 TiB; from then on a choice is a search among the sizes at which
/// the fastest candidate changes. The same profile gives the same choices at every rank. Not to be shared between
/// threads.
///
/// Where the profile has measured a collective for this p, the candidates are those that were measured, if the operator
/// permits one of them, and their times are what was measured, whatever the root.
///
/// Of more than Prover::proved_whole ranks, the candidates are those that are proved for all p by their rules and state
/// their time, if there are any; in the papers' model they are priced by what they state, which the sweep holds to be
/// the replay of all smaller ones. Nothing is proved or replayed then, so that a choice takes milliseconds.
class Selector {
 public:
  Selector(const Profile& profile, Model model);

  /// The fastest candidate for `bytes` >= 0, the size of the largest buffer of a rank, among those whose record needs
  /// no more than the operator satisfies; of candidates equally fast the one preferred. The sizes at which the fastest
  /// one changes are exact below 128 bytes and to 1 % above; what is fastest for less than a factor of 2 in size may go
  /// unseen. Lasts as long as the selector. Throws NotProved, and std::invalid_argument where no candidate is left or
  /// the root is outside 0..p-1.
  const Candidate& fastest(const SelectorCall& call, double bytes) &;

  /// Whether the profile has measured the MPI's own procedure as faster than that. Throws as fastest().
  bool native_is_faster(const SelectorCall& call, double bytes);

 private:
  /// The candidate chosen from `bytes` on, up to the next threshold.
  struct Threshold {
    double bytes;
    const Candidate* fastest;
  };
  struct Table {
    std::vector<Candidate> candidates;
    std::vector<const MeasuredCandidate*> measured;  ///< one for each of these, or none at all
    std::vector<Threshold> thresholds;               ///< ascending; the first is at 0
  };
  struct Hash {
    std::size_t operator()(const SelectorCall& call) const;
  };
  const Table& table_of(const SelectorCall& call);
  void fill(Table& table, const SelectorCall& call);
  double stated(const Candidate& candidate, const SelectorCall& call, double bytes);

  PriceList by_replay_;
  std::map<const Algorithm*, CostFormula> formulas_;
  std::vector<MeasuredCollective> measured_;
  Prices prices_;
  Model model_;
  std::unordered_map<SelectorCall, Table, Hash> tables_;
};

}  // namespace tutti
