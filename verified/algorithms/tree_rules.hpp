// Who sends what to whom in a binomial tree over q seats, of which seat 0 is the root; see ring_rules.hpp. An edge of
// length d, a power of two below q, joins an odd multiple of d to the even multiple below it.
#pragma once
#include "verified/algorithms/ring_rules.hpp"

namespace tutti {

struct BinomialTree : Doubling {
  /// Whether seat v has an edge of length d to its parent.
  template <class N>
  static constexpr auto has_parent(const N& v, const N& d) {
    return (v & below_twice(d)) == d;
  }
  /// Whether seat v has an edge of length d to a child.
  template <class N>
  static constexpr auto has_child(const N& v, const N& d, const N& q) {
    return (v & below_twice(d)) == 0 && d < q - v;
  }
  template <class N>
  static constexpr N parent(const N& v, const N& d) {
    return v - d;
  }
  template <class N>
  static constexpr N child(const N& v, const N& d) {
    return v + d;
  }
  /// How many seats there are below v, itself included, by edges shorter than d, for multiples v < q of d: they are the
  /// seats from v on.
  template <class N>
  static constexpr N subtree(const N& v, const N& d, const N& q) {
    return least(d, q - v);
  }

 private:
  /// The bits below 2d, which may itself be too large for N.
  template <class N>
  static constexpr N below_twice(const N& d) {
    return d + (d - 1);
  }
};

/// Seats that begin at a root: seat v is rank v + root, round the ring.
struct RotatedSeats {
  template <class N>
  static constexpr N rank(const N& v, const N& root, const N& p) {
    return wrap_up(v, root, p);
  }
};

}  // namespace tutti
