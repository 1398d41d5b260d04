// The index algorithm of Bruck et al.: a block that has i ranks to go makes a hop of 2^k ranks for every bit k of i,
// together with all others that have this bit. So ceil(lg p) messages do, each of about half the blocks.
#include "verified/algorithms/route_by_bits.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/arithmetic.hpp"

namespace tutti {
namespace {

Schedule bruck(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  route_by_bits(s, p);
  s.round("rotate back: block i has come from rank - i");
  for (int r : s.senders(Seats(p), [](int) { return -1; }))
    for (int i = 0; i < p; ++i) s.move(r, r, {2 * p + i, 1}, p + wrap_down(r, i, p));
  return std::move(s).done();
}

const Registered alltoall_bruck(
    {.make = bruck,
     .cost = {.paper = "ceil(lg(p))*alpha + (n/2*lg(p) + n/p*(p - q))*beta",
              .differs = "(sent/p - lg(p)/2 - (p - q)/p)*n*beta",
              .why = "equal for powers of two; else lg p is no number of steps, and at most half of the "
                     "blocks go in a step: a rank sends `sent` blocks in all",
              .loop = {.of = "2^ceil(lg(p)) - 1",
                       .each = "sent = sent + floor(p/(2*bit))*bit + max(0, mod(p, 2*bit) - bit)"}},
     .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3; Bruck, Ho, Kipnis, Upfal, Weathersby 1997"});

}  // namespace
}  // namespace tutti
