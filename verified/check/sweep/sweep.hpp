// Many proofs: every algorithm asked for, every p, every root, on all cores, with the results added up per algorithm.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verified/check/prove.hpp"

namespace tutti {

/// Everything that the prover establishes for one (algorithm, p, root, shape), and the cost. `effort` is added to.
Finding prove_case(const Algorithm& algorithm, const Group& group, Effort& effort);

struct SweepRequest {
  std::vector<const Algorithm*> algorithms;
  std::vector<int> ranks;  ///< the p to prove, ascending; those an algorithm does not support are skipped
  std::optional<std::vector<Rank>> roots;  ///< nothing: all roots; roots >= p are skipped for that p
  int jobs = 1;
  double time_limit = 0;  ///< wall-clock seconds, 0 for none; what is not reached is Unknown
  std::function<void(std::size_t done, std::size_t of)> progress;  ///< cases; called from one thread at a time
  /// What decides a case; called from several threads at once.
  std::function<Finding(const Algorithm&, const Group&, Effort&)> prove = prove_case;
};

/// What the sweep found out about one algorithm.
struct SweepResult {
  const Algorithm* algorithm;
  Needs needs;
  bool agreement = true;
  std::vector<int> proved_ranks;                 ///< every p of which all cases are proved, ascending
  std::size_t cases = 0;                         ///< cases proved
  std::size_t undecided = 0;                     ///< cases not reached
  std::optional<Counterexample> counterexample;  ///< the first one: smallest p, then root, then shape as listed
  double cpu_seconds = 0;
  Effort effort;

  std::string_view verdict() const { return counterexample ? "refuted" : undecided > 0 ? "unknown" : "proved"; }
};

/// Proves everything asked for, in the order of the algorithms. Each case is proved alone, so memory is bounded by
/// `jobs` times the largest case.
std::vector<SweepResult> sweep(const SweepRequest& request);

}  // namespace tutti
