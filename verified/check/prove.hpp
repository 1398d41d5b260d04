// The prover: one (schedule, p, root) against the sequential model.
#pragma once
#include "spec/verdict.hpp"
#include "verified/check/trees.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti {

/// How much work a proof was.
struct Effort {
  std::int64_t messages = 0;
  std::int64_t steps = 0;
};

/// Establishes points 1 to 5 of "What proved means" (spec/README.md) for one schedule: it is well formed, free of
/// races and deadlock, moves nothing undefined, and ends with the word that the model demands at every rank.
class Prover {
 public:
  /// The schedule must hold the steps of all ranks. `effort`, if given, is added to.
  [[nodiscard]] static Verdict prove(Schedule schedule, Collective collective, Rank root, Effort* effort = nullptr);
  /// The same for an algorithm of the registry and `group` (with group.only >= 0 all ranks are proved, and Proved has
  /// the projection of that very schedule to that rank). Also refuted where the schedule is for another number of
  /// ranks, and where the needs exceed what the record claims, by a word with the right letters in another order.
  [[nodiscard]] static Verdict prove(const Algorithm& algorithm, const Group& group, Effort* effort = nullptr);

 private:
  static Verdict establish(Schedule schedule, Collective collective, int ranks, Rank root, const Needs& claimed,
                           Effort* effort);
};

/// What every rank holds at the start, as leaves; nothing elsewhere.
State<Tree> symbolic_inputs(const Schedule& schedule, Collective collective, Rank root);

/// What a letter stands for: the contribution of rank "3", block "C of rank 3", or in an exchange the block "3→5".
std::string letter_name(Collective collective, int ranks, Rank root, int letter);

/// "reduce/ring, p = 5, root 2, round 3, rank 1, block B: found 0·2, due 0-4 (contract)"
std::string describe(const Counterexample& c);

/// A, B, … Z, AA, AB, …: the papers' names of the blocks.
std::string block_name(int block);

}  // namespace tutti
