// Pairs at distance 1, 2, 4, … signal each other. Of p - q surplus ranks each signals a neighbour before, and is
// released by it at the end.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule recursive_doubling(const Group& g) {
  const Blocks known{0, 1};
  Builder s(g, 1);
  const Seats seat = fold_surplus(s, g.ranks, known, false);
  for (int d = 1; d < seat.count(); d *= 2) {
    s.round("signal each other, distance", d);
    for (int v : s.senders(seat, [d](int u) { return u ^ d; })) s.fold(seat[v], seat[v ^ d], known);
  }
  if (g.ranks > seat.count()) s.round("surplus ranks are released");
  for (int v = 0; v < g.ranks - seat.count(); ++v) s.move(seat[v], seat[v] + 1, known);
  return std::move(s).done();
}

const Registered record({
    .make = recursive_doubling,
    .cost = {.paper = "",
             .differs = "lg(q)*alpha + (p == q ? 0 : 2*alpha_uni)",
             .why = "the papers do not price it; the allreduce by recursive doubling with nothing in its messages"},
    .cites = "Brooks, The butterfly barrier, Int. J. Parallel Programming, 1986",
});

}  // namespace
}  // namespace tutti
