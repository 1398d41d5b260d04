// refuted: p = 3, root 0, rank 0, block E: found 2→0, due 1→0 (contract)
// Alltoall by ring shift in which the block that comes from rank - k is put where that from rank + k is due.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule ring_shift_wrong_source(const Group& g) {
  const int p = g.ranks;
  auto s = Builder::exchange(g);
  for (int k = 0; k < p; ++k) {
    s.round("send to rank +", k);
    for (Rank r = 0; r < p; ++r) {
      const Rank to = (r + k) % p;
      s.move(r, to, {to, 1}, p + (to + k) % p);
    }
  }
  return std::move(s).done();
}

const WrongSchedule wrong_ring_shift_wrong_source(Collective::alltoall, ring_shift_wrong_source, {});

}  // namespace
}  // namespace tutti
