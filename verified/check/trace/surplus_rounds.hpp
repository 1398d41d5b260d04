// The rounds of a reduction that exist only because p is no power of two.
#pragma once
#include "verified/check/trace/trace.hpp"

namespace tutti {

/// Marks the rounds of a reduction that exist only because p is no power of two, q < p being the largest that fits.
/// They are read from who talks to whom; elsewhere a tree of some p or a scan would look the same.
/// 1. Where some round pairs off q ranks, one of each two neighbours (2i, 2i + 1), i < p - q, and all from 2(p - q) on:
///    the rounds in which just these neighbours talk (Rabenseifner 3.5).
/// 2. Where no round is marked so, and some round pairs off the ranks below q among themselves: the rounds in which all
///    messages go between ranks below q and ranks from q on (Rabenseifner 3.6). A last round that only copies is not
///    one of them: it takes the result to the root.
void mark_surplus_rounds(Trace& trace);

}  // namespace tutti
