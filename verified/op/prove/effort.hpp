// How long is searched for an answer, so that it is the same answer on a slow machine, and on a busy one.
#pragma once

namespace tutti::op {

/// An effort of 1 takes about a second, but is counted in what solvers do: they give up at the same point everywhere.
using Effort = double;

constexpr double z3_steps = 2e6;       ///< of its `rlimit`; it does 0.4 to 5 million in a second
constexpr double cvc5_steps = 4e5;     ///< of its `--rlimit`
constexpr double visited_nodes = 1e6;  ///< of terms that are evaluated, without a solver
/// The limit of CPU time, where a solver does not count, as cvc5's for bit-vectors.
constexpr double cpu_seconds = 1.5;

/// What asking has cost, which does not depend on how fast the answer came.
class Account {
 public:
  explicit Account(Effort effort) : left_(effort) {}
  Effort left() const { return left_; }
  bool is_empty() const { return left_ <= 0; }
  /// A question was asked with that effort. Most answers need but little of it.
  void charge(Effort effort, bool is_answered) { left_ -= is_answered ? effort / 20 : effort; }

 private:
  Effort left_;
};

}  // namespace tutti::op
