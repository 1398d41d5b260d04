// Proofs that hold for every p < 2^31 at once: by induction over the rounds, with p, root, rank and round symbolic.
// They are the obligations of the rules by which an algorithm is made (rules/obligations.hpp), and of nothing else, so
// that what is proved is what runs.
#pragma once
#include <limits>
#include <optional>
#include <string>
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

/// Nothing where an algorithm is not made by rules, or where its Supports is a test of ints alone. Throws
/// std::logic_error or NoSchedule where its rules, or its Supports, contradict themselves.
std::optional<ProofForAllP> proof_for_all_p(const Algorithm& algorithm);

}  // namespace tutti::smt
