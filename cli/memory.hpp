// Whether a proof fits into memory, said before it is begun.
#pragma once
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// How many proofs of `algorithm` for that p fit at once into the memory that this process may take: of the shape that
/// `group` names, or of the largest one. UsageError where none does.
int proofs_that_fit(const Algorithm& algorithm, const Group& group);

}  // namespace tutti::cli
