// refuted: p = 2, root 0, rank 1, block B: found 0, due 0·1 (contract)
// Scan of two blocks by a chain that folds the first one and overwrites the second: rank 1 ends with what was right for
// rank 0.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule scan_forgets_the_second_block(const Group& g) {
  Builder s(g, 2);
  for (Rank r = 1; r < g.ranks; ++r) {
    s.round("the prefixes go on to rank", r);
    s.fold(r - 1, r, {0, 1});
    s.move(r - 1, r, {1, 1});
  }
  return std::move(s).done();
}

const WrongSchedule wrong_scan_forgets_the_second_block(Collective::scan, scan_forgets_the_second_block,
                                                        {.associative = true});

}  // namespace
}  // namespace tutti
