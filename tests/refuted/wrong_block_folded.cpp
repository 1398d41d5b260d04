// refuted: p = 2, root 0, round 0, rank 1, block B: found block A arrives, due block B (malformed)
// Reduce-scatter by pairwise exchange that sends the block of its own rank instead of the receiver's, into the
// receiver's: two blocks that differ in length and meaning are combined.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule wrong_block_folded(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  for (int i = 1; i < p; ++i) {
    s.round("send a block to rank +", i);
    for (Rank r = 0; r < p; ++r) s.fold(r, (r + i) % p, {r, 1}, (r + i) % p);
  }
  return std::move(s).done();
}

const WrongSchedule wrong_wrong_block_folded(Collective::reduce_scatter, wrong_block_folded, {.associative = true});

}  // namespace
}  // namespace tutti
