// refuted: p = 3, root 0, rank 1, block C: found nothing, due C of rank 2 (contract)
// Allgather by recursive doubling that does nothing more for the ranks whose partner is missing, although p is no power
// of two.
#include <algorithm>

#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule allgather_without_catch_up(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  for (int d = 1; d < p; d *= 2) {
    s.round("exchange all blocks of the own group, distance", d);
    for (Rank r = 0; r < p; ++r) {
      const int group = r / d * d;
      if ((r ^ d) < p) s.move(r, r ^ d, {group, std::min(d, p - group)});
    }
  }
  return std::move(s).done();
}

const WrongSchedule wrong_allgather_without_catch_up(Collective::allgatherv, allgather_without_catch_up, {});

}  // namespace
}  // namespace tutti
