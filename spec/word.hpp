// Words over the ranks: what a value was combined from, and in which order.
#pragma once
#include "spec/schedule.hpp"

namespace tutti {

/// The word first·(first+1)·…·(last-1): the factors of 0·1·…·(p-1) are exactly these intervals
/// (Chong, Donaldson, Ketema, POPL 2014: everything else can be one "wrong" value).
struct Word {
  Rank first, last;
  bool operator==(const Word&) const = default;
};

}  // namespace tutti
