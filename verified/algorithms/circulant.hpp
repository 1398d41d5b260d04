// The phases of Träff's algorithms on a circulant graph (arXiv:2410.14234). Every function adds rounds to the builder.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// Leaves every one of p ranks with its own block of the result, in ceil(lg p) rounds: for commutative operators.
/// The schedule has p blocks.
void circulant_reduce_scatter(Builder& s, int p);

/// The way back: from its own block to all p blocks at every rank, in ceil(lg p) rounds.
void circulant_allgather(Builder& s, int p);

}  // namespace tutti
