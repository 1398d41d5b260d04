// In round k the ranks r and r XOR k exchange their blocks: p/2 pairs, none of which meet. In round 0 every rank keeps
// its own block.
#include "verified/algorithms/exchange.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule pairwise_xor(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  const Seats seat(p);
  for (int k = 0; k < p; ++k) {
    s.round("exchange with rank XOR", k);
    for (int r : s.senders(seat, [=](int u) { return u ^ k; })) send_block(s, p, r, r ^ k);
  }
  return std::move(s).done();
}

const Registered record(
    {.make = pairwise_xor,
     .supports = Supports::power_of_two,
     .cost = {.paper = "(p - 1)*alpha + n*beta", .differs = "-n/p*beta", .why = "a rank does not send its own block"},
     .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3"});

}  // namespace
}  // namespace tutti
