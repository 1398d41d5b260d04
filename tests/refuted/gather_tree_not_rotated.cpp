// refuted: p = 2, root 1, rank 1, block A: found nothing, due A of rank 0 (contract)
// A binomial gather that forgets to rotate its tree to the root: all blocks end at rank 0.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule gather_tree_not_rotated(const Group& g) {
  Builder s(g, g.ranks);
  binomial_gather(s, Seats(g.ranks));
  return std::move(s).done();
}

const WrongSchedule wrong_gather_tree_not_rotated(Collective::gather, gather_tree_not_rotated, {});

}  // namespace
}  // namespace tutti
