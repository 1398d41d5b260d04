// refuted: p = 4, root 0, round 0, rank 1, block C: found nothing is sent, due a value (undefined)
// Allgather over a factorisation of p whose groups have the strides of the mirrored one: a rank sends the block of the
// rank with its digits reversed, which it does not have.
#include "tests/check/refuted.hpp"
#include "verified/algorithms/mixed_radix.hpp"

namespace tutti {
namespace {

Schedule mixed_radix_wrong_stride(const Group& g) {
  const MixedRadix radix(factorisations(g.ranks).front(), First::near);
  Builder s(g, g.ranks);
  gather_within_groups(s, radix);
  return std::move(s).done();
}

const WrongSchedule wrong_mixed_radix_wrong_stride(Collective::allgatherv, mixed_radix_wrong_stride, {});

}  // namespace
}  // namespace tutti
