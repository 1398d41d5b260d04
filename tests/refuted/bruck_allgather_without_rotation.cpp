// refuted: p = 2, root 0, rank 1, block A: found B of rank 1, due A of rank 0 (contract)
// Bruck's allgather without the rotation at the end: every rank has all blocks, but its own comes first.
#include <algorithm>

#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule bruck_allgather_without_rotation(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  s.round("the vector begins with the own block");
  for (Rank r = 1; r < p; ++r) s.move(r, r, {r, 1}, 0);
  for (int d = 1; d < p; d *= 2) {
    s.round("send all there is to rank -", d);
    for (Rank r = 0; r < p; ++r) s.move(r, (r - d + p) % p, {0, std::min(d, p - d)}, d);
  }
  return std::move(s).done();
}

const WrongSchedule wrong_bruck_allgather_without_rotation(Collective::allgather, bruck_allgather_without_rotation, {});

}  // namespace
}  // namespace tutti
