// refuted: p = 2, root 0, round 1, rank 1: found a step from rank 1 to rank 2, due ranks 0 to 1 (malformed)
// Allreduce by a ring whose last rank forgets to wrap round.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule out_of_range(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  pairwise_exchange(s, p);
  for (int i = 0; i < p - 1; ++i) {
    s.round("pass on round the ring the segment of rank -", i);
    for (Rank r = 0; r < p; ++r) s.move(r, r + 1, {(r - i + p) % p, 1});
  }
  return std::move(s).done();
}

const WrongSchedule wrong_out_of_range(Collective::allreduce, out_of_range, {.associative = true, .commutative = true});

}  // namespace
}  // namespace tutti
