// refuted: p = 2, root 0, rank 1, block A: found 0·1, due 0 (contract)
// Exscan that computes the scan: every rank but 0 ends with its own value in its result.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule own_value_in_exscan(const Group& g) {
  Builder s(g, 1);
  prefix_by_doubling(s, g.ranks);
  return std::move(s).done();
}

const WrongSchedule wrong_own_value_in_exscan(Collective::exscan, own_value_in_exscan, {.associative = true});

}  // namespace
}  // namespace tutti
