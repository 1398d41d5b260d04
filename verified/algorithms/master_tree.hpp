// The blocks of ranks of the Cray X1 (Pritchard, Nicholson, Schwarzmeier, CUG 2004, section 4): k consecutive seats
// form a block, the last of which may be shorter, and the first seat of each is its master. The data is block 0.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// Every master folds, in the order of the seats, what the others of its block hold: one round in which all of them
/// send, then at most k - 1 rounds within the masters. What the i-th of a block sends (i = 1 … k - 1) lands in slot i,
/// so that min(k, seats) - 1 scratch slots are needed.
void fold_at_masters(Builder& s, const Seats& seat, int k);

/// In one round, every master sends to the others of its block what it holds.
void release_by_masters(Builder& s, const Seats& seat, int k);

}  // namespace tutti
