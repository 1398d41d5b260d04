// Whether a proof fits into this machine, said before it is begun.
#pragma once
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// About how many bytes the proof of `algorithm` for p ranks takes, from the plan of one typical rank.
double bytes_to_prove(const Algorithm& algorithm, int p);

/// How many proofs of `algorithm` for p ranks fit into the memory of this machine at once. UsageError where none does.
int proofs_that_fit(const Algorithm& algorithm, int p);

}  // namespace tutti::cli
