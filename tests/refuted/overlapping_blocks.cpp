// refuted: p = 3, root 0, round 0, rank 0, block A: found written twice by the steps 1→0 and 2→0, due one step at a time (race)
// Reduce in one round: all send their vector to the root at once, whose folds fight over the same block.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule overlapping_blocks(const Group& g) {
  Builder s(g, 1);
  if (g.ranks > 1) s.round("the root takes all vectors");
  for (Rank r = 0; r < g.ranks; ++r)
    if (r != g.root) s.fold(r, g.root, {0, 1});
  return std::move(s).done();
}

const WrongSchedule wrong_overlapping_blocks(Collective::reduce, overlapping_blocks, {.associative = true});

}  // namespace
}  // namespace tutti
