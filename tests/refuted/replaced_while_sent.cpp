// refuted: p = 2, root 0, round 1, rank 1, block A: found written and read by the steps 0→1 and 1→0, due one step at a time (race)
// Allreduce by halving and doubling that exchanges the whole vector on the way back instead of the own share: what
// arrives replaces what is still being sent.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule replaced_while_sent(const Group& g) {
  const int q = floor2(g.ranks);
  Builder s(g, q);
  const Seats seat(g.ranks, q, [](int v) { return v; });
  halve_vector_double_distance(s, seat);
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("exchange everything, distance", d);
    for (int v = 0; v < q; ++v) s.move(seat[v], seat[v ^ d], {0, q});
  }
  return std::move(s).done();
}

const WrongSchedule wrong_replaced_while_sent(Collective::allreduce, replaced_while_sent, {.associative = true});

}  // namespace
}  // namespace tutti
