// Rank r - 1 sends the combination of ranks 0..r-1 to rank r, whose result it is; for the next rank it appends its own
// value, which it has put aside.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule linear(const Group& g) {
  const int p = g.ranks, result = 0, aside = 1;
  Builder s(g, 1);
  s.scratch(1, [](Rank, int) { return 0; });
  if (p > 1) s.round("put the own value aside");
  for (Rank r = 0; r < p - 1; ++r) s.move(r, r, {result, 1}, aside);
  for (Rank r = 1; r < p; ++r) {
    s.round("the prefix goes on to rank", r);
    s.move(r - 1, r, {aside, 1}, result);
    if (r == p - 1) break;
    s.round("the own value is appended by rank", r);
    s.fold_left(r, r, {result, 1}, aside);
  }
  return std::move(s).done();
}

const Registered record({
    .make = linear,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "(p - 1)*(alpha_uni + n*beta_uni) + max(p - 2, 0)*n*gamma",
             .why = "the papers do not price it; the scan's chain, in which the first and the last rank fold nothing"},
    .cites = "MPI 4.0, 6.11.2; not in the papers: the baseline",
});

}  // namespace
}  // namespace tutti
