// refuted: p = 2, root 0, rank 1, block C: found 1→1, due 0→1 (contract)
// Alltoall by Bruck's index algorithm without the rotation at the end: block i has come from rank r - i, not from i.
#include "tests/check/refuted.hpp"
#include "verified/algorithms/route_by_bits.hpp"

namespace tutti {
namespace {

Schedule bruck_without_last_rotation(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  route_by_bits(s, p);
  s.round("copy to the receive buffer");
  for (Rank r = 0; r < p; ++r) s.move(r, r, {2 * p, p}, p);
  return std::move(s).done();
}

const WrongSchedule wrong_bruck_without_last_rotation(Collective::alltoall, bruck_without_last_rotation, {});

}  // namespace
}  // namespace tutti
