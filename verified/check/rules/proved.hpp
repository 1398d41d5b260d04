// Which rules Z3 has proved for all p, for who has no Z3 and no time to ask it.
#pragma once
#include "verified/schedule/algorithm.hpp"

namespace tutti::rules {

/// The largest p for which Z3 has proved the rules of the algorithm, as they are now: their obligations are among those
/// of proved_digests.hpp. 0 where it has no rules or other ones, or where its record fails to list its shapes.
int proved_up_to(const Algorithm& algorithm);

}  // namespace tutti::rules
