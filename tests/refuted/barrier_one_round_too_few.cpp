// refuted: p = 3, root 0, rank 0: found it leaves when {0, 2} have entered, due all have entered (contract)
// The dissemination barrier with floor(lg p) rounds, which is enough for powers of two only.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule barrier_one_round_too_few(const Group& g) {
  const int p = g.ranks;
  Builder s(g, 1);
  for (int d = 1; 2 * d <= p; d *= 2) {
    s.round("signal the rank at distance", d);
    for (Rank r = 0; r < p; ++r) s.fold(r, (r + d) % p, {0, 1});
  }
  return std::move(s).done();
}

const WrongSchedule wrong_barrier_one_round_too_few(Collective::barrier, barrier_one_round_too_few, {});

}  // namespace
}  // namespace tutti
