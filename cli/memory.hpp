// Whether a proof fits into this machine, said before it is begun.
#pragma once
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// About how many bytes the proof of `algorithm` for that p and shape takes, from the plan of one typical rank.
double bytes_to_prove(const Algorithm& algorithm, const Group& group);

/// How many proofs of `algorithm` for that p fit into the memory of this machine at once: of the shape that `group`
/// names, or of the largest one. UsageError where none does.
int proofs_that_fit(const Algorithm& algorithm, const Group& group);

}  // namespace tutti::cli
