// Pairwise exchange for operators that do not commute. What arrives from rank - 1, …, 0 is folded on the left of the
// own block; what arrives from p - 1 down to rank + 1 is folded on the left of a second accumulator. One fold joins
// them.
#include "verified/algorithms/phases.hpp"
#include "verified/algorithms/ring_rules.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule pairwise_ordered(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  s.scratch(1, [](Rank r, int) { return r; });
  const int above = p;
  const Seats seat(p);
  for (int i = 1; i < p; ++i) {
    s.round("send the block of rank +", i);
    for (int r : s.senders(seat, [=](int u) { return OrderedExchange::from(u, i, p); })) {
      const Rank to = OrderedExchange::to(r, i, p);
      if (OrderedExchange::from_below(r, to))
        s.fold_left(r, to, {to, 1});
      else if (OrderedExchange::is_first_above(r, p))
        s.move(r, to, {to, 1}, above);
      else
        s.fold_left(r, to, {to, 1}, above);
    }
  }
  if (p > 1) s.round("join the two accumulators");
  for (int r : s.senders(seat, [](int) { return -1; }))
    if (r < p - 1) s.fold_right(r, r, {above, 1}, r);
  return std::move(s).done();
}

const Registered record({
    .make = pairwise_ordered,
    .needs = {.associative = true},
    .cost = {.paper = "(p - 1)*alpha + (p - 1)/p*n*beta + (p - 1)/p*n*gamma",
             .differs = "p > 2 ? n/p*gamma : 0",
             .why = "the second accumulator is joined at the end; the fold that its first arrival saves is not on the "
                    "longest path"},
    .cites = "Thakur et al. 2005, 4.4 (long messages, non-commutative operators)",
});

}  // namespace
}  // namespace tutti
