// refuted: p = 2, root 0, rank 0: found it leaves when {0} have entered, due all have entered (contract)
// A barrier in which rank 0 takes the signals of all others and releases them, but does not wait for that of the last.
#include "tests/check/refuted.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule barrier_last_child_ignored(const Group& g) {
  Builder s(g, 1);
  for (Rank r = 1; r < g.ranks - 1; ++r) {
    s.round("signal from rank", r);
    s.fold(r, 0, {0, 1});
  }
  s.round("rank 0 releases all others");
  for (Rank r = 1; r < g.ranks; ++r) s.fold(0, r, {0, 1});
  return std::move(s).done();
}

const WrongSchedule wrong_barrier_last_child_ignored(Collective::barrier, barrier_last_child_ignored, {});

}  // namespace
}  // namespace tutti
