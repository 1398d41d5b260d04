// Halving and doubling the vector (verified/algorithms/phases.hpp) for all p. Every function returns queries whose
// names begin with `prefix`.
#pragma once
#include <vector>

#include "verified/check/smt/all_p/pairs.hpp"

namespace tutti::smt {

/// The first of the `count`/2 blocks that seat v keeps of `count` blocks from `first` on at distance d.
using Half = std::function<Term(const Term& first, const Term& count, const Term& v, const Term& d)>;

/// share(v, d, q) has q/d blocks, depends on the bits of v below d only, and is the union of share(v, 2d, q) and that
/// of the partner at distance d, which have no block in common. So a seat that has something in share(v, d, q) can send
/// its partner the half that this one keeps; and on the way back it has the share again when it gets the other half.
std::vector<Query> shares(const std::string& prefix, const Half& half = tutti::first_of_half<Term>,
                          const Next& next = twice);

/// For powers of two e <= d: the shares at distance d of the seats v < d whose bits below e are given tile the share at
/// distance e of a seat with those bits. So for e = 1 all shares tile the vector.
std::vector<Query> shares_tile(const std::string& prefix, const Half& half = tutti::first_of_half<Term>);

/// Seat v sends at distance d while the shares are gathered at seat `root`.
using Sends = std::function<Truth(const Term& root, const Term& v, const Term& d)>;

/// Seat v has something while the shares are gathered at seat `root` and the distances still to come are below d.
using Has = std::function<Truth(const Term& root, const Term& v, const Term& d)>;
inline Truth alike_from(const Term& root, const Term& v, const Term& d) { return (v ^ root) < d; }

/// Before distance d the seats have something whose numbers differ from that of the root's seat in bits below 2d only.
/// Those that differ in d too send it to their partners, who still have something at the next distance.
std::vector<Query> gathered_shares(const std::string& prefix, const Sends& sends = tutti::sends_towards<Term>,
                                   const Has& has = alike_from);

}  // namespace tutti::smt
