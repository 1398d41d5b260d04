// refuted: p = 3, root 0, rank 0, block A: found 0·2·1, due 0-2 (claim)
// Reduce by pairwise exchange and direct sends, offered for operators that do not commute: the contributions to a block
// arrive in an order that starts at its rank.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule ring_claimed_ordered(const Group& g) {
  Builder s(g, g.ranks);
  pairwise_exchange(s, g.ranks);
  if (g.ranks > 1) s.round("all send their segment to the root");
  for (Rank r = 0; r < g.ranks; ++r)
    if (r != g.root) s.move(r, g.root, {r, 1});
  return std::move(s).done();
}

const WrongSchedule wrong_ring_claimed_ordered(Collective::reduce, ring_claimed_ordered, {.associative = true});

}  // namespace
}  // namespace tutti
