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
BareVerdict prove_case(const Algorithm& algorithm, const Group& group, Effort& effort);

struct SweepRequest {
  std::vector<const Algorithm*> algorithms;
  std::vector<int> ranks;  ///< the p to prove, ascending; those an algorithm does not support are skipped
  std::optional<std::vector<Rank>> roots;  ///< nothing: all roots; roots >= p are skipped for that p
  int jobs = 1;
  double time_limit = 0;  ///< wall-clock seconds, 0 for none; what is not decided then is Unknown
  std::function<void(std::size_t done, std::size_t of)> progress;  ///< cases; called from one thread at a time
  /// What decides a case; called from several threads at once.
  std::function<BareVerdict(const Algorithm&, const Group&, Effort&)> prove = prove_case;
};

/// What the sweep found out about one algorithm.
struct SweepResult {
  const Algorithm* algorithm;
  Needs needs;
  bool agreement = true;
  std::vector<int> proved_ranks;                 ///< every p of which all cases are proved, ascending
  std::size_t cases = 0;                         ///< cases proved
  std::size_t undecided = 0;                     ///< cases not reached, given up, or not decided
  bool every_root = true;                        ///< of each p, and not only those asked for
  std::string gap;                               ///< what is not decided, and why; empty where everything is
  bool by_limit = false;                         ///< the gap is what a limit left: with more time it might close
  std::optional<Counterexample> counterexample;  ///< the first one: smallest p, then root, then shape as listed
  double cpu_seconds = 0;
  Effort effort;

  /// What nothing was proved of, or not everything, is never proved.
  std::string_view verdict() const {
    return counterexample ? "refuted" : cases == 0 || !gap.empty() ? "unknown" : "proved";
  }
  /// Every root and shape of every p from 1 to `most` that the algorithm supports is proved.
  bool proves_all_up_to(int most) const;
};

/// Proves everything asked for, in the order of the algorithms. Each case is proved alone, so memory is bounded by
/// `jobs` times the largest case. At the time limit it returns, whatever is being proved: such proofs are given up.
std::vector<SweepResult> sweep(const SweepRequest& request);

/// Processor time of this thread so far.
double thread_cpu_seconds();

/// How many threads are still at proofs that were given up. They read the algorithms until they end, so a process that
/// has some ends without the destructors of what is static (std::_Exit).
int proofs_given_up();

}  // namespace tutti
