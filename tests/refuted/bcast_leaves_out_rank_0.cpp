// refuted: p = 2, root 1, rank 0, block A: found nothing, due A of rank 1 (contract)
// A linear broadcast written for root 0: rank 0 is left out, also where it is not the root.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule bcast_leaves_out_rank_0(const Group& g) {
  Builder s(g, 1);
  s.round("the root sends to every other rank");
  for (Rank r = 1; r < g.ranks; ++r)
    if (r != g.root) s.move(g.root, r, {0, 1});
  return std::move(s).done();
}

const WrongSchedule wrong_bcast_leaves_out_rank_0(Collective::bcast, bcast_leaves_out_rank_0, {});

}  // namespace
}  // namespace tutti
