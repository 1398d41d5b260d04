// Proofs that hold for every p < 2^31 at once: by induction over the rounds, with p, root, rank and round symbolic. An
// algorithm by rules has its obligations (rules/obligations.hpp); for what is built there may be a proof by hand.
#pragma once
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verified/check/smt/query.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::smt {

/// What is asked of Z3 for one algorithm.
struct ProofForAllP {
  std::vector<Query> queries;  ///< those of a special case of a collective are the general one's, by the same names
  int up_to = std::numeric_limits<int>::max();  ///< the largest p of which they make a claim
  std::string because = "";                     ///< why of no larger one
};

/// Nothing where an algorithm is built and no proof is written, or where its Supports is a test of ints alone. Throws
/// std::logic_error or NoSchedule where its rules, or its Supports, contradict themselves.
std::optional<ProofForAllP> proof_for_all_p(const Algorithm& algorithm);

/// What closes a file verified/check/smt/all_p/<collective>/<name>.cpp: the proof for the algorithm of that path.
struct AllPRecord {
  /// All that the induction needs: its base, its step (who sends to whom, in range; each message has one sender and one
  /// receiver; what arrives fits to what is there; the invariant after it) and its conclusion, the model's result.
  std::vector<Query> (*queries)();
  /// The largest p of which that makes a schedule, and what stands in the way of larger ones.
  int up_to = std::numeric_limits<int>::max();
  std::string_view because = "";
};

struct AllP : AllPRecord {
  std::string algorithm;  ///< "reduce/binomial"; the names of the queries begin with "all_p/" and it
};

/// All of them, sorted by algorithm; a special case of a collective has those of the general one. Throws Misplaced
/// (verified/schedule/record_files.hpp) where a record was entered from a file where none can be.
std::span<const AllP> all_p_proofs();

/// Enters a record under the path of the file in which it stands.
struct RegisteredAllP {
  explicit RegisteredAllP(AllPRecord record, const char* file = __builtin_FILE());
};

}  // namespace tutti::smt
