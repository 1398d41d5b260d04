// The exchange in which blocks go by the bits of their distance. See Builder::exchange for the slots.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// Bruck's index algorithm up to its last rotation (Thakur et al. 4.3; Bruck et al. 1997). Adds p scratch slots. Block
/// i of rank r is at first the one for rank r + i, and at the end the one from rank r - i, in slot 2p + i. Only for
/// blocks of one size.
void route_by_bits(Builder& s, int p);

}  // namespace tutti
