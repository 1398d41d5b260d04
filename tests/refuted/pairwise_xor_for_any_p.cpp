// refuted: p = 3, root 0, round 1, rank 2: found a step from rank 2 to rank 3, due ranks 0 to 2 (malformed)
// Alltoall by pairwise exchange with rank XOR k, offered for all p: where p is no power of two there is no such rank.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule pairwise_xor_for_any_p(const Group& g) {
  auto s = Builder::exchange(g);
  for (int k = 0; k < g.ranks; ++k) {
    s.round("exchange with rank XOR", k);
    for (Rank r = 0; r < g.ranks; ++r) s.move(r, r ^ k, {r ^ k, 1}, g.ranks + r);
  }
  return std::move(s).done();
}

const WrongSchedule wrong_pairwise_xor_for_any_p(Collective::alltoallw, pairwise_xor_for_any_p, {});

}  // namespace
}  // namespace tutti
