// Vector halving with distance doubling keeps rank order, but leaves rank v with the block of the bit-reversed v. So
// the blocks are first permuted by bit reversal, in a copy of the vector; then every rank ends with its own block.
#include "verified/algorithms/bits.hpp"
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule permuted_halving(const Group& g) {
  const int p = g.ranks;
  const auto reversed = [p](int v) { return share(v, p, p).first; };
  Builder s(g, p);
  if (p == 1) return std::move(s).done();
  s.scratch(p, [&](Rank, int k) { return reversed(k); });
  const Seats seat(p);
  s.round("permute the blocks by bit reversal");
  for (int r : s.senders(seat, [](int) { return -1; }))
    for (int b = 0; b < p; ++b) s.move(r, r, {b, 1}, p + reversed(b));
  for (int d = 1; d < p; d *= 2) {
    s.round("exchange halves and fold, distance", d);
    for (int v : s.senders(seat, [d](int u) { return partner(u, d); })) {
      const Blocks half = share(partner(v, d), 2 * d, p);
      s.fold(v, partner(v, d), {p + half.first, half.count});
    }
  }
  s.round("put the own block in its place");
  for (int r : s.senders(seat, [](int) { return -1; })) s.move(r, r, {p + reversed(r), 1}, r);
  return std::move(s).done();
}

const Registered record({
    .make = permuted_halving,
    .supports = Supports::power_of_two,
    .needs = {.associative = true},
    .cost = {.paper = "lg(p)*alpha + (p - 1)/p*n*beta + (p - 1)/p*n*gamma"},
    .cites = "Thakur et al. 2005, 4.4 (\"permuted suitably\")",
});

}  // namespace
}  // namespace tutti
