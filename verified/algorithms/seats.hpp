// Seats that begin at the root, so that a phase that ends or begins at seat 0 does so at any root.
#pragma once
#include "verified/schedule/rules.hpp"

namespace tutti {

/// Seat v is rank v + root, round the ring.
struct FromRoot : InOrder {
  static constexpr bool ordered = false;
  static Ranks group(const Ranks& g) { return {g.p, 0, g.q, g.lg, g.k}; }
  static Expression rank(const Ranks& g, const Expression& v) { return wrap_up(v, g.root, g.p); }
  static Expression seat(const Ranks& g, const Expression& r) { return wrap_down(r, g.root, g.p); }
  static Expression owner(const Ranks& g, const Expression& c) { return seat(g, c); }
};

/// The same where there is a block for each rank: slot v of the phase is the block of the rank in seat v, so that a run
/// of slots is one run of blocks, or two where it goes past rank p - 1.
struct BlocksFromRoot : FromRoot {
  static constexpr int runs = 2;
  static constexpr bool same_slots = false;
  static Expression slot(const Ranks& g, const Expression& j) { return seat(g, j); }
  static RunOf run(const Ranks& g, int i, const RunOf& b) {
    const Expression first = rank(g, b.first), straight = least(b.count, g.p - first);
    return i == 0 ? RunOf{first, straight} : RunOf{0, b.count - straight};
  }
};

}  // namespace tutti
