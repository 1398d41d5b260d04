// The shares of vector halving, for schedules that are built and are no rules (see shares.hpp).
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// The blocks that seat v of q still works on when vector halving has come to distance d (a power of two, d <= q):
/// at each smaller distance the even side kept the first half and the odd side the second.
Blocks share(int v, int d, int q);

}  // namespace tutti
