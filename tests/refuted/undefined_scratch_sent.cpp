// refuted: p = 2, root 0, round 1, rank 1, block C: found nothing is sent, due a value (undefined)
// Reduce-scatter by pairwise exchange with two accumulators whose last rank joins them like all the others, although
// nothing has ever arrived in its second one.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule undefined_scratch_sent(const Group& g) {
  const int p = g.ranks, above = p;
  Builder s(g, p);
  s.scratch(1, [](Rank r, int) { return r; });
  for (int i = 1; i < p; ++i) {
    s.round("send the block of rank +", i);
    for (Rank r = 0; r < p; ++r) {
      const Rank to = (r + i) % p;
      if (r == p - 1)
        s.move(r, to, {to, 1}, above);
      else
        s.fold_left(r, to, {to, 1}, r < to ? to : above);
    }
  }
  if (p > 1) s.round("join the two accumulators");
  for (Rank r = 0; p > 1 && r < p; ++r) s.fold_right(r, r, {above, 1}, r);
  return std::move(s).done();
}

const WrongSchedule wrong_undefined_scratch_sent(Collective::reduce_scatter, undefined_scratch_sent,
                                                 {.associative = true});

}  // namespace
}  // namespace tutti
