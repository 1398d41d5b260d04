// Every rank collects the blocks of the ranks from itself on, with wrap-around, in a copy of the vector that begins
// with its own: all it has goes to the rank at distance -1, -2, -4, …, which appends it. At the end the copy is
// rotated.
#include "verified/algorithms/ring_rules.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule bruck(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  if (p == 1) return std::move(s).done();
  s.scratch(p, [p](Rank r, int k) { return (r + k) % p; });
  const Seats seat(p);
  const auto alone = s.senders(seat, [](int) { return -1; });
  s.round("the copy begins with the own block");
  for (int r : alone) s.move(r, r, {r, 1}, BruckAllgather::slot(0, p));
  for (int d = BruckAllgather::first; d < p; d = BruckAllgather::next(d, p)) {
    s.round("send all there is to rank -", d);
    for (int r : s.senders(seat, [=](int u) { return BruckAllgather::from(u, d, p); }))
      s.move(r, BruckAllgather::to(r, d, p), {BruckAllgather::slot(0, p), BruckAllgather::count(d, p)},
             BruckAllgather::slot(d, p));
  }
  s.round("rotate the blocks into their places");
  for (int r : alone) {
    const int not_wrapped = BruckAllgather::not_wrapped(r, p);
    s.move(r, r, {BruckAllgather::slot(0, p), not_wrapped}, r);
    if (r > 0) s.move(r, r, {BruckAllgather::slot(not_wrapped, p), r}, 0);
  }
  return std::move(s).done();
}

const Registered record({
    .make = bruck,
    .cost = {.paper = "ceil(lg(p))*alpha + (p - 1)/p*n*beta"},
    .cites = "Thakur et al. 2005, 4.1.2; Bruck et al. 1997 (concatenation)",
});

}  // namespace
}  // namespace tutti
