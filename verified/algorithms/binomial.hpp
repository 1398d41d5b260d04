// Binomial trees that move data: everything to everyone, or every rank's block from and to one rank. Every function
// adds ceil(lg q) rounds for q seats to the builder; seat 0 is the root of the tree.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// All p ranks, renumbered so that the root is seat 0: seat v is rank (v + root) mod p (Thakur et al. 2005, 4.5).
Seats seats_from_root(const Group& group);

/// One message with the blocks of the ranks in the seats [first_seat, first_seat + count): block r is that of rank r.
/// A step for every run of consecutive ranks; in seats rotated to a root there are at most two. O(count).
void move_blocks(Builder& s, Rank from, Rank to, const Seats& seat, int first_seat, int count);

/// The distance of the first round of a tree that grows from one seat to q, the largest power of two below q; 0 where
/// q = 1.
int largest_distance(int q);

/// Seat 0 holds the blocks of all q seats, block seat[v] ends at seat v: at distance d, going down, the seats v that
/// are multiples of 2d send the blocks of the seats from v + d to below min(v + 2d, q) to v + d (Thakur et al. 2005,
/// 4.2, the scatter in the broadcast of long messages). Blocks that pass through a seat stay there too.
void binomial_scatter(Builder& s, const Seats& seat);

}  // namespace tutti
