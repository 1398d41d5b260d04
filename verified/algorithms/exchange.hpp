// What the exchanges are made of, in which every rank has a block for each rank. See Builder::exchange for the slots.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// Sends the block of `from` for `to` straight to its place, in the round that is open; from == to is allowed.
void send_block(Builder& s, int p, Rank from, Rank to);

/// Bruck's index algorithm up to its last rotation (Thakur et al. 4.3; Bruck et al. 1997). Adds p scratch slots: at
/// the end slot 2p + i of rank r holds the block from rank r - i. Only for blocks of one size.
void route_by_bits(Builder& s, int p);

}  // namespace tutti
