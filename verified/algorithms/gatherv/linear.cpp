// Every rank sends its block to the root, which takes them one after the other.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule linear(const Group& g) {
  Builder s(g, g.ranks);
  if (g.ranks > 1) s.round("every rank sends its block to the root");
  for (Rank r = 0; r < g.ranks; ++r)
    if (r != g.root) s.move(r, g.root, {r, 1});
  return std::move(s).done();
}

const Registered record({
    .make = linear,
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n/p*beta_uni)",
             .why = "the papers do not price it; one one-way message with one block for each other rank"},
    .cites = "MPI 4.0, 6.5 (the sends and receives that define the outcome); the baseline",
});

}  // namespace
}  // namespace tutti
