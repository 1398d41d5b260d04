// The ranks of every block of k, the shape, signal its master; every master signals every other one, all at once; then
// each releases its block. Fewer messages one after another than up and down a tree where, as on the Cray X1, one
// vector store reaches all masters.
#include <algorithm>

#include "verified/algorithms/masters.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

void signal_each_other(Builder& s, const Seats& master) {
  const int q = master.count();
  if (q > 1) s.round("every master signals every other one");
  for (int i = 1; i < q; ++i)
    for (int v : s.senders(master, [=](int u) { return (u - i + q) % q; }))
      s.move(master[v], master[(v + i) % q], {0, 1}, i);
  for (int i = 1; i < q; ++i) {
    s.round("masters note the signal from master -", i);
    for (int v : s.senders(master, [](int) { return -1; })) s.fold_right(master[v], master[v], {i, 1}, 0);
  }
}

Schedule two_level(const Group& g) {
  const int p = g.ranks, k = g.shape.front(), blocks = (p + k - 1) / k;
  Builder s(g, 1);
  s.scratch(std::max(std::min(k, p), blocks) - 1, [](Rank, int) { return 0; });
  const Seats all(p), master(p, blocks, [k](int v) { return v * k; });
  fold_at_masters(s, all, k);
  signal_each_other(s, master);
  release_by_masters(s, all, k);
  return std::move(s).done();
}

const Registered record({
    .make = two_level,
    .cost = {.paper = "",
             .differs = "2*(min(k, p) - 1)*alpha_uni + (ceil(p/k) - 1)*alpha",
             .why = "the papers do not price it; into and out of the first block, and between the masters one message "
                    "to and from each"},
    .cites = "Pritchard et al., CUG 2004, 4 (JS tree)",
    .shapes =
        [](int) {
          return std::vector<Shape>{{64}, {2}, {3}, {4}, {8}};
        },
});

}  // namespace
}  // namespace tutti
