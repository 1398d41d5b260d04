// The baseline: every rank posts all its messages at once, in the order of the ranks. All want to send to rank 0 first,
// which takes one message at a time, then to rank 1, and so on: the queues make it nearly twice as slow as `scattered`.
#include "verified/algorithms/exchange.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule unscheduled(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  const Seats seat(p);
  s.round("send to all ranks, rank 0 first");
  // In diagonals, from + to = i: the order in which the queues are served, and cheap to plan for one rank.
  for (int i = 0; i <= 2 * (p - 1); ++i)
    for (int from : s.senders(seat, [=](int to) { return i - to < p ? i - to : -1; }))
      if (const Rank to = i - from; 0 <= to && to < p) send_block(s, p, from, to);
  return std::move(s).done();
}

const Registered record({.make = unscheduled,
                         .cost = {.paper = "", .differs = "max(0, 2*p - 3)*(alpha + n/p*beta)"},
                         .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3 (the bottleneck that scattering avoids)"});

}  // namespace
}  // namespace tutti
