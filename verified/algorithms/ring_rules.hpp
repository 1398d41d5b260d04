// Who sends what to whom where the ranks stand in a ring: rank p - 1 is followed by rank 0. One struct per phase:
// schedules are built with N = int, and proved for all p with N = smt::Term (verified/check/smt/all_p). `first` is the
// number of the first round, `next` that of the round after it; a number that has come to p ends the phase.
#pragma once
#include "verified/schedule/arithmetic.hpp"

namespace tutti {

/// Rounds at the distances d = 1, 2, 4, … < p, and then p.
struct Doubling {
  static constexpr int first = 1;
  template <class N>
  static constexpr N next(const N& d, const N& p) {
    return d + least(d, p - d);
  }
};

/// Every one of p ranks sends to the rank that is 0 <= d <= p further on, and hears from the one as far behind.
struct Forwards {
  template <class N, class D>
  static constexpr N to(const N& r, const D& d, const N& p) {
    return wrap_up(r, d, p);
  }
  template <class N, class D>
  static constexpr N from(const N& r, const D& d, const N& p) {
    return wrap_down(r, d, p);
  }
};

/// In an exchange, the blocks i that have the bit d (a power of two) go to the rank at distance d; block i at rank r is
/// at first the one for rank r + i, and at last the one from rank r - i. p, 2p and 3p fit into N, and i < p.
struct BruckAlltoall : Forwards {
  static constexpr int first = 1;
  template <class N>
  static constexpr N next(const N& d, const N&) {
    return d + d;
  }
  template <class N>
  static constexpr auto goes(const N& i, const N& d) {
    return (i & d) != 0;
  }
  /// How many blocks go in one run from block i on, an odd multiple of d.
  template <class N>
  static constexpr N count(const N& i, const N& d, const N& p) {
    return least(d, p - i);
  }
  /// How far block i has come before round d.
  template <class N>
  static constexpr N come(const N& i, const N& d) {
    return i & (d - 1);
  }
  /// How far it has to go.
  template <class N>
  static constexpr N to_go(const N& i, const N& d) {
    return i - come(i, d);
  }
  /// 1 where that takes an odd number of hops, else 0.
  template <class N>
  static constexpr N odd(const N& i, const N& d) {
    return parity(to_go(i, d));
  }
  /// Where block i is. A message may not land on what the same round sends, so with every hop a block changes sides;
  /// the last hop takes it to 2p + i.
  template <class N>
  static constexpr N slot(const N& i, const N& is_odd, const N& p) {
    return if_else(
        is_odd == 1, [&] { return p + i; }, [&] { return p + p + i; });
  }

 private:
  /// The parity of the bits of 0 <= n < 2^31.
  template <class N>
  static constexpr N parity(const N& n) {
    const N a = n ^ (n / 65536), b = a ^ (a / 256), c = b ^ (b / 16), d = c ^ (c / 4);
    return (d ^ (d / 2)) & 1;
  }
};

}  // namespace tutti
