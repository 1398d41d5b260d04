// How much memory a proof takes, estimated before it is begun.
#pragma once
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// About how many bytes the proof of `algorithm` for that p and shape takes, from the plan of one typical rank; 0 where
/// its record lists no shape. Throws NoSchedule.
double bytes_to_prove(const Algorithm& algorithm, const Group& group);

}  // namespace tutti
