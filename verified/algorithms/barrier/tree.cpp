// Fan-in and fan-out with radix k, the shape: the ranks of every block of k signal the first of it, its master, in one
// round; so do the masters in blocks of k, and so on up to rank 0. Then the same tree releases. The Cray X1, which
// polls and sets 64 flags in one vector operation, takes k = 64. Messages are received one by one, so that small k is
// fast; 4, the fan-in of Mellor-Crummey and Scott, is the default.
#include <algorithm>
#include <vector>

#include "verified/algorithms/master_tree.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule tree(const Group& g) {
  const int p = g.ranks, k = g.shape.front();
  Builder s(g, 1);
  s.scratch(std::min(k, p) - 1, [](Rank, int) { return 0; });
  std::vector<Seats> levels;
  for (int count = p, apart = 1; count > 1; count = (count + k - 1) / k, apart *= k)
    levels.emplace_back(p, count, [=](int v) { return v * apart; });
  for (const auto& seat : levels) fold_at_masters(s, seat, k);
  std::reverse(levels.begin(), levels.end());
  for (const auto& seat : levels) release_by_masters(s, seat, k);
  return std::move(s).done();
}

const Registered barrier_tree({
    .make = tree,
    .cost = {.paper = "",
             .differs = "2*signals*alpha_uni",
             .why = "the papers do not price it; rank 0 is a master on every level, and of those the busiest",
             .loop = {.of = "2*q - 1",
                      .each = "apart = bit == 1 ? 1 : k*apart,"
                              "signals = signals + (apart < p ? min(k, ceil(p/apart)) - 1 : 0)"}},
    .cites = "Pritchard et al., CUG 2004, 4 (MCS tree); Mellor-Crummey and Scott, ACM TOCS 9(1), 1991",
    .shapes =
        [](int) {
          return std::vector<Shape>{{4}, {2}, {3}, {8}, {64}};
        },
});

}  // namespace
}  // namespace tutti
