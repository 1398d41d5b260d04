// Bounds of integers.
#pragma once
#include <algorithm>

namespace tutti::op {

__extension__ using Wide = __int128;

/// All integers from low to high, or all there are.
struct Interval {
  Wide low = 0, high = 0;
  bool bounded = true;

  bool within(const Interval& other) const { return bounded && other.low <= low && high <= other.high; }
};

constexpr Interval everything{0, 0, false};

/// What `width` <= 64 bits hold.
inline Interval unsigned_range(unsigned width) { return {0, (Wide{1} << width) - 1}; }
inline Interval signed_range(unsigned width) { return {-(Wide{1} << (width - 1)), (Wide{1} << (width - 1)) - 1}; }

inline Interval hull(const Interval& a, const Interval& b) {
  if (!a.bounded || !b.bounded) return everything;
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

inline Interval operator+(const Interval& a, const Interval& b) {
  Interval sum;
  sum.bounded = a.bounded && b.bounded && !__builtin_add_overflow(a.low, b.low, &sum.low) &&
                !__builtin_add_overflow(a.high, b.high, &sum.high);
  return sum;
}

inline Interval operator*(const Interval& a, const Interval& b) {
  if (!a.bounded || !b.bounded) return everything;
  Wide ends[4];
  if (__builtin_mul_overflow(a.low, b.low, &ends[0]) || __builtin_mul_overflow(a.low, b.high, &ends[1]) ||
      __builtin_mul_overflow(a.high, b.low, &ends[2]) || __builtin_mul_overflow(a.high, b.high, &ends[3]))
    return everything;
  return {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)};
}

inline Interval operator-(const Interval& a, const Interval& b) { return a + b * Interval{-1, -1}; }

}  // namespace tutti::op
