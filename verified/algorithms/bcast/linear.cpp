// The root sends everything to one rank after the other.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule linear(const Group& g) {
  Builder s(g, 1);
  if (g.ranks > 1) s.round("the root sends to every other rank");
  for (Rank r = 0; r < g.ranks; ++r)
    if (r != g.root) s.move(g.root, r, {0, 1});
  return std::move(s).done();
}

const Registered record({
    .make = linear,
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n*beta_uni)",
             .why = "the papers do not price it; one one-way message for each other rank"},
    .cites = "not in the papers; the baseline",
});

}  // namespace
}  // namespace tutti
