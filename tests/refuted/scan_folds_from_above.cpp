// refuted: p = 2, root 0, rank 0, block A: found 0·1, due 0 (contract)
// Scan by recursive doubling that folds what comes from the higher partner into its prefix too, as if it were its sum.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule scan_folds_from_above(const Group& g) {
  Builder s(g, 1);
  for (int d = 1; d < g.ranks; d *= 2) {
    s.round("exchange prefixes, distance", d);
    for (Rank r = 0; r < g.ranks; ++r)
      if ((r ^ d) < g.ranks) s.fold(r, r ^ d, {0, 1});
  }
  return std::move(s).done();
}

const WrongSchedule wrong_scan_folds_from_above(Collective::scan, scan_folds_from_above, {.associative = true});

}  // namespace
}  // namespace tutti
