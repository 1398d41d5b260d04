// The selector: which proved schedule is the fastest for a call, by the prices of a profile.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "verified/check/formula.hpp"
#include "verified/choose/bits.hpp"
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
  /// The bits of a reduction or scan depend on p alone, and whether the operator commutes: not on the size, the root,
  /// or the profile.
  bool one_tree = false;
  bool operator==(const SelectorCall&) const = default;
};

/// Chooses among all algorithms of a collective and all shapes of families. The first choice for a call prices all
/// candidates, and so proves them, for sizes of up to 1 TiB; from then on a choice is a search among the sizes at which
/// the fastest candidate changes. The same profile gives the same choices at every rank. Not to be shared between
/// threads.
///
/// Where the profile has measured a collective for this p, the candidates are those that were measured, if the operator
/// permits one of them, whatever the root. Chosen is the one whose worst ratio to the fastest is least, of all
/// ways in which calls were timed.
///
/// In the papers' model, where every candidate states its time and none speaks of the root, a call has the choices of
/// root 0: the sweep holds that what is stated is the replay, for all roots.
///
/// Where a call asks for one tree, the candidates are those that combine each rank's result in one and the same tree:
/// of the trees that there are, that whose candidates are the least slower than the fastest of all at the worst size,
/// by the prices of default_profile() in the papers' model. Of so many ranks that trees are not looked at
/// (ResultTreeFinder), it is one candidate alone, with one block.
///
/// Beyond Prover::proved_whole ranks, the candidates are those that state their time and are proved for all p by their
/// rules, or can be proved as a whole in Prover::most_bytes of memory, if there are any; in the papers' model they are
/// priced by what they state, which the sweep holds to be the replay of all smaller ones, and so by the one line of the
/// prices, not by regimes. Nothing is proved or replayed then, so that a choice takes milliseconds.
class Selector {
 public:
  Selector(const Profile& profile, Model model);

  /// The fastest candidate for `bytes` >= 0, the size of the largest buffer of a rank, among those whose record needs
  /// no more than the operator satisfies; of candidates equally fast the one preferred. The sizes at which the fastest
  /// one changes are exact below 128 bytes, and where a message of a candidate comes into another regime, and to 1 %
  /// elsewhere; what is fastest for less than a factor of 2 in size may go unseen. Lasts as long as the selector.
  /// Throws NotProved, and std::invalid_argument where no candidate is left or the root is outside 0..p-1.
  const Candidate& fastest(const SelectorCall& call, double bytes) &;

  /// Whether the profile has measured the MPI's own procedure as faster than that; never where one tree is asked for.
  /// Throws as fastest().
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
    std::vector<const MeasuredCandidate*> rivals;    ///< these, and the MPI's own procedure where it was measured
    enum class By { measurement, statement, replay } priced_by;
    bool for_every_root;                ///< their times are the same for all of them
    std::vector<Threshold> thresholds;  ///< ascending; the first is at 0
  };
  /// What combines in one tree.
  struct OneTree {
    std::unique_ptr<ResultTreeFinder> finder;
    ResultTrees trees;  ///< empty where they were not looked at
    std::vector<Candidate> candidates;
  };
  struct Hash {
    std::size_t operator()(const SelectorCall& call) const;
  };
  const Table& table_of(const SelectorCall& call);
  std::shared_ptr<const Table> made_table(const SelectorCall& call);
  Table unfilled(const SelectorCall& call);
  void fill(Table& table, const SelectorCall& call);
  /// The sizes between which one change at most is looked for.
  std::set<double> looked_at(const Table& table, const SelectorCall& call);
  /// Of each candidate: seconds, or where they were measured how many times as long as the fastest it takes.
  std::vector<double> slowness_of(const Table& table, const SelectorCall& call, double bytes);
  const OneTree& one_tree_of(const SelectorCall& call, const std::vector<Candidate>& all);
  OneTree made_one_tree(const SelectorCall& call, const std::vector<Candidate>& all);
  /// The index of the group that is the least slower than the fastest at the worst size.
  std::size_t least_slow(SelectorCall call, const std::vector<OneTree>& groups);
  void keep_one_tree(std::vector<Candidate>& all, const SelectorCall& call);
  double stated(const Candidate& candidate, const SelectorCall& call, double bytes);

  PriceList by_replay_;
  std::map<const Algorithm*, CostFormula> formulas_;
  std::vector<MeasuredCollective> measured_;
  Prices prices_;
  Model model_;
  std::unordered_map<SelectorCall, std::shared_ptr<const Table>, Hash> tables_;  ///< one of several roots has several
  std::unordered_map<SelectorCall, OneTree, Hash> one_trees_;                    ///< of root 0
  std::unique_ptr<Selector> by_default_prices_;  ///< in the papers' model; made when it is asked for
};

}  // namespace tutti
