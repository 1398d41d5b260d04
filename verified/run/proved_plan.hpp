// The plan that runs: one rank's part of a proved schedule.
#pragma once
#include "spec/verdict.hpp"
#include "verified/run/plan.hpp"

namespace tutti {

/// A Proved is the only way to one, so whoever takes a ProvedPlan runs what was proved. To move it is to copy it: an
/// empty plan would do nothing, and that was not proved.
class ProvedPlan {
 public:
  ProvedPlan(const ProvedPlan&) = default;
  ProvedPlan& operator=(const ProvedPlan&) = default;
  /// The part of `rank`. Throws Error as plan(), and where `proved` has no such rank or the steps of another one only.
  ProvedPlan(const Proved& proved, Rank rank, const Extents& extents, bool in_place);

  const Plan& plan() const { return plan_; }
  /// What the operator must be.
  const Needs& needs() const { return needs_; }
  int ranks() const { return ranks_; }
  Rank rank() const { return rank_; }

 private:
  Plan plan_;
  Needs needs_;
  int ranks_;
  Rank rank_;
};

}  // namespace tutti
