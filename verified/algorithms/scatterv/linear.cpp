// The root sends every other rank its block, one after the other.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule linear(const Group& g) {
  Builder s(g, g.ranks);
  if (g.ranks > 1) s.round("the root sends every rank its block");
  for (Rank r = 0; r < g.ranks; ++r)
    if (r != g.root) s.move(g.root, r, {r, 1});
  return std::move(s).done();
}

const Registered record({
    .make = linear,
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n/p*beta_uni)",
             .why = "the papers do not price it; one one-way message with one block for each other rank"},
    .cites = "MPI 4.0, 6.6 (the sends and receives that define the outcome); Thakur et al. 2005, 4.4 (the scatter in "
             "the old reduce-scatter)",
});

}  // namespace
}  // namespace tutti
