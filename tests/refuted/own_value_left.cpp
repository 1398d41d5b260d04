// refuted: p = 2, root 0, rank 1, block A: found 1·0, due 0·1 (claim)
// Allreduce by recursive doubling that always combines its own value on the left. The contributors are right at every
// rank, so that a check of contributors passes it; the order is wrong from p = 2.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule own_value_left(const Group& g) {
  const int q = floor2(g.ranks);
  Builder s(g, 1);
  const Seats seat = fold_surplus(s, g.ranks, {0, 1}, false);
  for (int d = 1; d < q; d *= 2) {
    s.round("exchange and fold, distance", d);
    for (int v = 0; v < q; ++v) s.fold_right(seat[v ^ d], seat[v], {0, 1});
  }
  if (g.ranks > q) s.round("surplus ranks get the result");
  for (int v = 0; v < g.ranks - q; ++v) s.move(seat[v], seat[v] + 1, {0, 1});
  return std::move(s).done();
}

const WrongSchedule wrong_own_value_left(Collective::allreduce, own_value_left, {.associative = true});

}  // namespace
}  // namespace tutti
