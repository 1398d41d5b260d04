// Prefix sums in two ways. Every function adds rounds to the builder; only neighbouring runs of ranks are combined, so
// an associative operator is enough.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// Block 0 of seat v becomes the combination of the seats 0..v, for any number q of seats, in at most
/// floor(lg q) + floor(lg(2q/3)) rounds. Up: at distance d = 1, 2, 4, … the seats that end a run of 2d fold what its
/// lower half sums up to. Down: at distance d = …, 2, 1 they, whose prefix is complete by then, send it to the seat d
/// above, which lacks just that (Brent and Kung, A regular layout for parallel adders, IEEE Trans. Computers, 1982).
void prefix_by_sweeps(Builder& s, const Seats& seat);

/// Block 0 of rank r becomes the combination of the ranks 0..r, or, if `own_too` is false, of 0..r-1 (and stays what it
/// is on rank 0), in 2·ceil(lg p) + 1 rounds, half of them within the ranks. Ranks r and r xor d exchange the sums of
/// their runs of d ranks, for d = 1, 2, 4, …; the upper one also folds what it gets into its prefix. Adds two scratch
/// slots: the sum, and a place for the sum of the lower run to arrive.
void prefix_by_doubling(Builder& s, int p, bool own_too);

}  // namespace tutti
