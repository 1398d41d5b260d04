// Whether a proof fits into this machine, said before it is begun.
#pragma once
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// How many proofs of `algorithm` for that p fit into the memory of this machine at once: of the shape that `group`
/// names, or of the largest one. UsageError where none does.
int proofs_that_fit(const Algorithm& algorithm, const Group& group);

}  // namespace tutti::cli
