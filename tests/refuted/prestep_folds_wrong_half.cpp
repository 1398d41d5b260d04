// refuted: p = 3, root 0, rank 0, block A: found 0·2, due 0-2 (contract)
// Allreduce by halving and doubling whose surplus pairs send each other the half that they should keep: each folds the
// half that it does not hand over, and the half that is handed over was never folded.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule prestep_folds_wrong_half(const Group& g) {
  const int q = floor2(g.ranks), surplus = g.ranks - q;
  Builder s(g, q);
  const Blocks lower{0, q / 2}, upper{q / 2, q / 2};
  const Seats seat(g.ranks, q, [=](int v) { return v < surplus ? 2 * v : v + surplus; });
  if (surplus > 0) s.round("surplus pairs exchange halves and fold");
  for (Rank even = 0; even < 2 * surplus; even += 2) {
    s.fold(even, even + 1, lower);
    s.fold(even + 1, even, upper);
  }
  if (surplus > 0) s.round("surplus ranks hand over their half and are out");
  for (Rank even = 0; even < 2 * surplus; even += 2) s.move(even + 1, even, upper);
  halve_vector_double_distance(s, seat);
  double_vector_halve_distance(s, seat);
  if (surplus > 0) s.round("surplus ranks get the result");
  for (int v = 0; v < surplus; ++v) s.move(seat[v], seat[v] + 1, {0, q});
  return std::move(s).done();
}

const WrongSchedule wrong_prestep_folds_wrong_half(Collective::allreduce, prestep_folds_wrong_half,
                                                   {.associative = true});

}  // namespace
}  // namespace tutti
