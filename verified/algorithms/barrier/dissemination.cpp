// In round k every rank tells rank + 2^k all that it knows; after ceil(lg p) rounds everybody knows of everybody.
#include "verified/algorithms/ring_rules.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule dissemination(const Group& g) {
  const int p = g.ranks;
  Builder s(g, 1);
  const Seats seat(p);
  for (int d = Dissemination::first; d < p; d = Dissemination::next(d, p)) {
    s.round("signal the rank at distance", d);
    for (int r : s.senders(seat, [=](int u) { return Dissemination::from(u, d, p); }))
      s.fold(r, Dissemination::to(r, d, p), {0, 1});
  }
  return std::move(s).done();
}

const Registered record({.make = dissemination,
                         .cost = {.paper = "", .differs = "ceil(lg(p))*alpha"},
                         .cites = "Hensgen, Finkel, Manber 1988"});

}  // namespace
}  // namespace tutti
