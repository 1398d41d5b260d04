// A pipeline along a complete binary tree: the vector in k segments, and every inner rank sends a segment to its left
// child and then to its right one, while it receives the next. The shape is k.
#include <algorithm>
#include <bit>

#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

/// The round in which seat v sends the first segment to its left child, 2v + 1: a left edge on the way from the root
/// takes one round, a right one two. Segment j follows 2j rounds later.
int delay(int v) {
  const auto path = static_cast<unsigned>(v + 1);  // behind the leading one: 0 for left, 1 for right
  return static_cast<int>(std::bit_width(path)) - 1 + std::popcount(path) - 1;
}

Schedule binary_tree(const Group& g) {
  const int p = g.ranks, k = g.shape[0];
  Builder s(g, k);
  const Seats seat(p, p, [&](int v) { return wrap_up(v, g.root, p); });
  int latest = 0;
  for (int v = 0; v < p; ++v) latest = std::max(latest, delay(v));
  for (int t = 0; p > 1 && t < latest + 2 * (k - 1); ++t) {
    if (p == 2 && t % 2 == 1) continue;  // no right child
    s.round("segments move on along the tree, step", t);
    for (int v : s.senders(seat, [](int u) { return (u + 1) / 2 - 1; })) {
      const int since = t - delay(v), child = 2 * v + 1 + since % 2;
      if (since >= 0 && since / 2 < k && child < p) s.move(seat[v], seat[child], {since / 2, 1});
    }
  }
  return std::move(s).done();
}

const Registered bcast_binary_tree({
    .make = binary_tree,
    .cost = {.paper = "",
             .differs = "one_way*(alpha_uni + n/k*beta_uni) + two_way*(alpha + n/k*beta)",
             .why = "the last rank has the first segment after `first` messages, and the last one 2(k - 1) later. From "
                    "p = 7 on all but two at the start and two at the end of the longest path are two-way",
             .loop = {.of = "shape",
                      .each = "first = 2*floor(lg(p)) - 2 + (p >= 1.5*q - 1) + (p == 2*q - 1),"
                              "two_way = k == 1 || p < 5 ? 0 : p < 7 ? k - 1 : first + 2*k - 6,"
                              "one_way = p <= 2 ? (p - 1)*k : first + 2*k - 2 - two_way"}},
    .cites = "Pritchard et al., CUG 2004 (broadcast along a binary tree for long messages, not pipelined)",
    .shapes =
        [](int) {
          return std::vector<Shape>{{8}, {1}, {2}, {3}, {16}};
        },
});

}  // namespace
}  // namespace tutti
