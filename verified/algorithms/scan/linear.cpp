// Rank r - 1 sends its prefix to rank r, which appends its own value: a chain through all ranks.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule linear(const Group& g) {
  Builder s(g, 1);
  for (Rank r = 1; r < g.ranks; ++r) {
    s.round("the prefix goes on to rank", r);
    s.fold(r - 1, r, {0, 1});
  }
  return std::move(s).done();
}

const Registered record({
    .make = linear,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n*beta_uni + n*gamma)",
             .why = "the papers do not price it; every rank but the first waits for one message and folds it"},
    .cites = "MPI 4.0, 6.11.1; not in the papers: the baseline",
});

}  // namespace
}  // namespace tutti
