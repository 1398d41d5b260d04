// refuted: p = 3, root 0, rank 0, block A: found 0·2, due 0-2 (contract)
// Träff's reduce-scatter on a circulant graph with halves rounded down: where s is odd, a rank also sends a block that
// it goes on folding into.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule circulant_rounded_down(const Group& g) {
  const int p = g.ranks;
  Builder s(g, p);
  for (int all = p, kept; all > 1; all = kept) {
    kept = all / 2;
    s.round("send what is no longer worked on and fold, to rank +", kept);
    for (Rank r = 0; r < p; ++r)
      for (int i = kept; i < all; ++i) s.fold(r, (r + kept) % p, {(r + i) % p, 1});
  }
  return std::move(s).done();
}

const WrongSchedule wrong_circulant_rounded_down(Collective::reduce_scatter, circulant_rounded_down,
                                                 {.associative = true, .commutative = true});

}  // namespace
}  // namespace tutti
