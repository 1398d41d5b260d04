// Words: what a value was combined from, and in which order.
#pragma once
#include "spec/schedule.hpp"

namespace tutti {

/// The word first·(first+1)·…·(last-1). Where data is combined, letter r stands for the contribution of rank r; the
/// factors of 0·1·…·(p-1) are exactly these intervals (Chong, Donaldson, Ketema, POPL 2014: everything else can be one
/// "wrong" value). Where data is only moved, every word is one letter, which stands for one block of one source rank.
struct Word {
  int first, last;
  bool operator==(const Word&) const = default;
};

}  // namespace tutti
