// The phases in which every seat brings one block along and ends with all of them: seat v starts with block seat[v],
// and all seats end with the blocks of all p seats. Every function adds rounds to the builder.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// Recursive doubling for any p (Thakur et al. 2005, 4.1.1): at distance d = 2^k the aligned groups of d seats exchange
/// all they have in pairs; where the upper one of two groups has fewer than d seats, those of the lower group whose
/// partner is missing get its blocks afterwards from those who have them, along a tree with distances from d/2 down.
/// floor(lg p) + ceil(lg p) - z rounds, where 2^z is the largest power of two that divides p: lg p for powers of two,
/// and 2 floor(lg p) + 1 for all other odd p, one more than the bound that the paper gives.
void recursive_doubling_allgather(Builder& s, const Seats& seat);

}  // namespace tutti
