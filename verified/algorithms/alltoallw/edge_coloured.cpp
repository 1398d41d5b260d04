// The edges of the complete graph on the ranks in as few colours as possible, so that no two of one colour meet: m = p
// for odd p, m = p - 1 for even p. The ranks below m pair up in colour c where their sum is c modulo m; one is left,
// the one whose double is c: it is alone for odd p and has rank p - 1 as its partner for even p.
#include "verified/algorithms/exchange.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

int colours(int p) { return p == 1 ? 0 : p % 2 == 0 ? p - 1 : p; }

/// The other end of the edge of that colour at `rank`; the rank itself where it has none.
Rank partner(int p, int colour, Rank rank) {
  const int m = colours(p);
  const Rank left = colour % 2 == 0 ? colour / 2 : (colour + m) / 2;
  if (rank == m) return left;
  if (rank == left && p > m) return m;
  return (colour - rank + m) % m;
}

Schedule edge_coloured(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  const Seats seat(p);
  s.round("every rank keeps its own block");
  for (int r : s.senders(seat, [](int) { return -1; })) send_block(s, p, r, r);
  for (int c = 0; c < colours(p); ++c) {
    s.round("exchange along the edges of colour", c);
    const auto other = [=](int r) { return partner(p, c, r); };
    for (int r : s.senders(seat, other))
      if (other(r) != r) send_block(s, p, r, other(r));
  }
  return std::move(s).done();
}

const Registered record({.make = edge_coloured,
                         .cost = {.paper = "", .differs = "p == 1 ? 0 : (p - 1 + mod(p, 2))*(alpha + n/p*beta)"},
                         .cites = "Pritchard, Nicholson, Schwarzmeier, CUG 2004, 4 (long messages)"});

}  // namespace
}  // namespace tutti
