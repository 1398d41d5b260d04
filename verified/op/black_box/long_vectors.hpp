// Vectors that are longer than those a proof is asked of: a wrong fourth lane, a buffer of 64 slots or a counter of 8
// bits shows there only.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "verified/op/black_box/black_box.hpp"

namespace tutti::op {

/// The lengths that are run: about the widths of unrolled loops and of SIMD, powers of two, and what no small counter
/// or buffer reaches.
constexpr int telling_lengths[] = {2, 3, 4, 5, 7, 8, 9, 16, 17, 64, 65, 257, 1000, 100'000, (1 << 20) + 1};

/// What runs of vectors show, each compared with calls for its elements one by one.
struct LongRuns {
  std::vector<int> agree = {};  ///< the lengths at which each element was what a call for it alone leaves
  std::string stopped = {};     ///< why others were not run; empty where all were
  bool in_time = true;          ///< time was not the reason
  /// The finding on memory, total or split-safe, by the shortest vector that shows it, of those with elements where
  /// there is one; Counterexample::len is its length.
  std::optional<LawFinding> refuted = {};
};

/// Runs the function, which is trial.function or another build of it, at both ends of pages without access, on no
/// element first, and as far as a vector has at most 64 MiB and until `seconds` are over. Operands with which calls of
/// one element go wrong, or have a fault by their source, do not count.
LongRuns run_long_vectors(const Trial& trial, const Function& function, double seconds);

}  // namespace tutti::op
