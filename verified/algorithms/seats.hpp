// Seats that begin at the root, so that a phase that ends or begins at seat 0 does so at any root.
#pragma once
#include "verified/schedule/rules.hpp"

namespace tutti {

/// Seat v is rank v + root, round the ring.
struct FromRoot : InOrder {
  static constexpr bool ordered = false;
  template <class N>
  static Ranks<N> group(const Ranks<N>& g) {
    return {g.p, 0, g.q, g.lg, g.k};
  }
  template <class N>
  static N rank(const Ranks<N>& g, const N& v) {
    return wrap_up(v, g.root, g.p);
  }
  template <class N>
  static N seat(const Ranks<N>& g, const N& r) {
    return wrap_down(r, g.root, g.p);
  }
  template <class N>
  static N owner(const Ranks<N>& g, const N& c) {
    return seat(g, c);
  }
};

/// The same where there is a block for each rank: slot v of the phase is the block of the rank in seat v, so that a run
/// of slots is one run of blocks, or two where it goes past rank p - 1.
struct BlocksFromRoot : FromRoot {
  static constexpr int runs = 2;
  static constexpr bool same_slots = false;
  template <class N>
  static N slot(const Ranks<N>& g, const N& j) {
    return seat(g, j);
  }
  template <class N>
  static RunOf<N> run(const Ranks<N>& g, int i, const RunOf<N>& b) {
    const N first = rank(g, b.first), straight = least(b.count, g.p - first);
    return i == 0 ? RunOf<N>{first, straight} : RunOf<N>{0, b.count - straight};
  }
};

}  // namespace tutti
