// refuted: p = 3, root 1, rank 1, block A: found 1, due 0-2 (contract)
// Reduce by halving and doubling whose root is one of the removed surplus ranks and does not take over its partner's
// seat: the result is gathered at the partner.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule no_root_swap(const Group& g) {
  const int surplus = g.ranks - floor2(g.ranks);
  Builder s(g, floor2(g.ranks));
  const Seats seat = fold_surplus_by_halves(s, g.ranks, 0);
  halve_vector_double_distance(s, seat);
  gather_shares(s, seat, g.root < 2 * surplus ? g.root / 2 : g.root - surplus);
  return std::move(s).done();
}

const WrongSchedule wrong_no_root_swap(Collective::reduce, no_root_swap, {.associative = true});

}  // namespace
}  // namespace tutti
