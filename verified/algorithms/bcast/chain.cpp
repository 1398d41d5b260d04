// A pipeline: the vector runs in k segments along the chain root, root + 1, ... A rank passes a segment on while it
// receives the next one. The shape is k.
#include "verified/algorithms/binomial.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule chain(const Group& g) {
  const int p = g.ranks, k = g.shape[0];
  Builder s(g, k);
  const Seats seat = seats_from_root(g);
  for (int t = 0; p > 1 && t < p - 1 + k - 1; ++t) {
    s.round("segments move on by one rank, step", t);
    for (int v : s.senders(seat, [](int u) { return u - 1; }))
      if (v + 1 < p && v <= t && t - v < k) s.move(seat[v], seat[v + 1], {t - v, 1});
  }
  return std::move(s).done();
}

const Registered record({
    .make = chain,
    .cost = {.paper = "",
             .differs = "k == 1 || p <= 2 ? (p - 1)*(k*alpha_uni + n*beta_uni)"
                        " : 2*(alpha_uni + n/k*beta_uni) + (p + k - 4)*(alpha + n/k*beta)",
             .why = "p + k - 2 steps of n/k bytes; in the first and the last only one rank sends, and else two or more "
                    "neighbours, so that all messages are two-way"},
    .cites = "not in the papers; the linear pipeline of the literature",
    .shapes =
        [](int) {
          return std::vector<Shape>{{8}, {1}, {2}, {3}, {16}};
        },
});

}  // namespace
}  // namespace tutti
