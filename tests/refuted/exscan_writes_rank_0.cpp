// refuted: p = 2, root 0, rank 0, block A: found 1, due 0, left alone (contract)
// Exscan by a shift and a scan of the ranks above 0, whose shift goes round the ring: rank 0, which MPI leaves alone,
// gets the value of the last rank.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule exscan_writes_rank_0(const Group& g) {
  const int p = g.ranks, landing = 1;
  Builder s(g, 1);
  s.scratch(1, [](Rank, int) { return 0; });
  s.round("send the own value one rank up");
  for (Rank r = 0; r < p; ++r) s.move(r, (r + 1) % p, {0, 1}, landing);
  s.round("it takes the place of the value there");
  for (Rank r = 0; r < p; ++r) s.move(r, r, {landing, 1}, 0);
  prefix_by_sweeps(s, Seats(p, p - 1, [](int v) { return v + 1; }));
  return std::move(s).done();
}

const WrongSchedule wrong_exscan_writes_rank_0(Collective::exscan, exscan_writes_rank_0, {.associative = true});

}  // namespace
}  // namespace tutti
