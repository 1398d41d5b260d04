// Phases by hand, for schedules that are wrong in something else. Every function adds rounds to the builder.
#pragma once
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {

/// Vector halving with distance doubling, until seat v holds share(v, q, q) of the result; and the way back.
void halve_vector_double_distance(Builder& s, const Seats& seat);
void double_vector_halve_distance(Builder& s, const Seats& seat);

/// Of the first 2(p - q) ranks, neighbours exchange half vectors and fold them, then one of each pair hands its half to
/// the other: the even rank stays, unless the odd one is `root`.
Seats fold_surplus_by_halves(Builder& s, int p, Rank root);

/// The same with whole vectors; the odd rank stays where `odd_stays`.
Seats fold_surplus(Builder& s, int p, Blocks vector, bool odd_stays);

/// In round i every rank sends the block of rank + i to it.
void pairwise_exchange(Builder& s, int p);

/// Every rank passes on to rank + 1 what it got last, at first its own block.
void ring_allgather(Builder& s, int p);

/// Seat 0 gets the blocks of all seats along a binomial tree, of which it is the root.
void binomial_gather(Builder& s, const Seats& seat);

/// Block 0 of seat v becomes the combination of the seats up to v, by sweeps up and down a binomial tree.
void prefix_by_sweeps(Builder& s, const Seats& seat);

/// The same by recursive doubling over all p ranks.
void prefix_by_doubling(Builder& s, int p);

}  // namespace tutti
