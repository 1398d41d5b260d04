// refuted: p = 4, root 0, rank 0, block A: found 0·2·1·3, due 0-3 (claim)
// Reduce-scatter by recursive halving, offered for operators that do not commute because every fold puts the lower rank
// on the left: but far ranks fold first, so that what meets are not runs of neighbours.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule ordered_reduce_scatter_out_of_order(const Group& g) {
  const int q = floor2(g.ranks);
  Builder s(g, g.ranks);
  const Seats seat = fold_surplus(s, g.ranks, {0, g.ranks}, true);
  const auto first_block = [&](int v) { return v < g.ranks - q ? 2 * v : v + g.ranks - q; };
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("send what the other half needs and fold, distance", d);
    for (int v = 0; v < q; ++v) {
      const int low = (v ^ d) / d * d, first = first_block(low);
      s.fold(seat[v], seat[v ^ d], {first, first_block(low + d) - first});
    }
  }
  if (g.ranks > q) s.round("surplus ranks get their block");
  for (int v = 0; v < g.ranks - q; ++v) s.move(2 * v + 1, 2 * v, {2 * v, 1});
  return std::move(s).done();
}

const WrongSchedule wrong_ordered_reduce_scatter_out_of_order(Collective::reduce_scatter,
                                                              ordered_reduce_scatter_out_of_order,
                                                              {.associative = true});

}  // namespace
}  // namespace tutti
