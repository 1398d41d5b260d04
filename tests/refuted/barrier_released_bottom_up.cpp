// refuted: p = 4, root 0, rank 3: found it leaves when {2, 3} have entered, due all have entered (contract)
// A tree barrier over blocks of two that goes the way back in the wrong order: a master releases its block before it
// is released itself, when it knows only of its block. Right where one block is all, and for three ranks.
#include <algorithm>

#include "tests/check/refuted.hpp"
#include "verified/algorithms/master_tree.hpp"

namespace tutti {
namespace {

Schedule barrier_released_bottom_up(const Group& g) {
  const int p = g.ranks, blocks = (p + 1) / 2;
  Builder s(g, 1);
  s.scratch(std::max(1, blocks - 1), [](Rank, int) { return 0; });
  const Seats all(p), master(p, blocks, [](int v) { return 2 * v; });
  fold_at_masters(s, all, 2);
  fold_at_masters(s, master, blocks);
  release_by_masters(s, all, 2);
  release_by_masters(s, master, blocks);
  return std::move(s).done();
}

const WrongSchedule wrong_barrier_released_bottom_up(Collective::barrier, barrier_released_bottom_up, {});

}  // namespace
}  // namespace tutti
