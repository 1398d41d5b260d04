// The root takes one vector after the other: those of the ranks below it from the nearest to rank 0, folded on the
// left, then those above it, folded on the right. The baseline: no tree, no split vector, every load on the root.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule linear(const Group& g) {
  Builder s(g, 1);
  const Blocks vector{0, 1};
  for (Rank r = g.root - 1; r >= 0; --r) {
    s.round("the root takes the vector of rank", r);
    s.fold(r, g.root, vector);
  }
  for (Rank r = g.root + 1; r < g.ranks; ++r) {
    s.round("the root takes the vector of rank", r);
    s.fold(r, g.root, vector);
  }
  return std::move(s).done();
}

const Registered record({
    .make = linear,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n*beta_uni + n*gamma)",
             .why = "the papers do not price it; one one-way message and one fold for each other rank"},
    .cites = "MPI 4.0, 6.9.1, advice to implementors (rank order); the flat algorithm of Pritchard et al., CUG 2004",
});

}  // namespace
}  // namespace tutti
