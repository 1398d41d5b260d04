// refuted: p = 3, root 0, rank 0, block A: found 0·2·1, due 0-2 (claim)
// Allreduce by halving and doubling in which three ranks become two (3-2 elimination), offered for operators that do
// not commute: the last rank first sends a half to the rank that it does not lie next to.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

void three_become_two(Builder& s) {
  s.round("P2 sends the lower half to P0, which sends the upper one to P1");
  s.fold(2, 0, {0, 1});
  s.fold(0, 1, {1, 1});
  s.round("P2 sends the upper half to P1, which sends the lower one to P0");
  s.fold(2, 1, {1, 1});
  s.fold(1, 0, {0, 1});
}

Schedule elimination_wrong_side(const Group& g) {
  const int p = g.ranks, q = floor2(p);
  Builder s(g, q);
  if (p == 3) three_become_two(s);
  const Seats seat = p == 3 ? Seats(3, 2, [](int v) { return v; }) : fold_surplus_by_halves(s, p, 0);
  if (p != 3) halve_vector_double_distance(s, seat);
  double_vector_halve_distance(s, seat);
  if (p > q) s.round("surplus ranks get the result");
  for (int v = 0; v < p - q; ++v) s.move(seat[v], p == 3 ? 2 : seat[v] + 1, {0, q});
  return std::move(s).done();
}

const WrongSchedule wrong_elimination_wrong_side(Collective::allreduce, elimination_wrong_side, {.associative = true});

}  // namespace
}  // namespace tutti
