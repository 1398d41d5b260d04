// The rank arithmetic of algorithms that pair ranks by the bits of their numbers, written once: with int it builds the
// schedules, with smt::Term it is proved for every p (verified/check/smt/all_p). Distances are powers of two.
#pragma once
#include "verified/schedule/arithmetic.hpp"

namespace tutti {

/// The seat whose number differs from v in the bit d.
template <class N>
constexpr N partner(const N& v, const N& d) {
  return v ^ d;
}

/// The number of v among the d neighbouring seats of its run.
template <class N>
constexpr N place_in_run(const N& v, const N& d) {
  return v & (d - 1);
}
/// The distance after d: 2d, or p where that is not less. Does not overflow for any p > d.
template <class N>
constexpr N doubled(const N& d, const N& p) {
  return if_else(
      d < p - d, [&] { return d + d; }, [&] { return p; });
}

/// The half of a run of `count` blocks from `first` that the side of v at distance d keeps: the seats without the bit
/// the first half, those with it the second.
template <class N>
constexpr N first_of_half(const N& first, const N& count, const N& v, const N& d) {
  return if_else((v & d) == 0, [&] { return first; }, [&] { return first + count / 2; });
}

/// Seat v sends, when a binomial tree gathers at seat `root` and has come to distance d.
template <class N>
constexpr auto sends_towards(const N& root, const N& v, const N& d) {
  return d <= (v ^ root) && (v ^ root) < d + d;
}

}  // namespace tutti
