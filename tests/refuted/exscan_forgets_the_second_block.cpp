// refuted: p = 3, root 0, rank 2, block B: found 0, due 0·1 (contract)
// Exscan of two blocks in which every rank sends its own values to all above it, but only rank 0 sends the second
// block: rank 2 ends with what was right for rank 1.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule exscan_forgets_the_second_block(const Group& g) {
  constexpr Blocks both{2, 2}, first{2, 1};  // of what is put aside
  Builder s(g, 2);
  s.scratch(2, [](Rank, int k) { return k; });
  s.round("put the own values aside");
  for (Rank r = 0; r < g.ranks; ++r) s.move(r, r, {0, 2}, both.first);
  for (Rank sender = 0; sender + 1 < g.ranks; ++sender) {
    s.round("to all above, from rank", sender);
    for (Rank r = sender + 1; r < g.ranks; ++r)
      if (sender == 0)
        s.move(sender, r, both, 0);
      else
        s.fold_right(sender, r, first, 0);
  }
  return std::move(s).done();
}

const WrongSchedule wrong_exscan_forgets_the_second_block(Collective::exscan, exscan_forgets_the_second_block,
                                                          {.associative = true});

}  // namespace
}  // namespace tutti
