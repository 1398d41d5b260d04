// Wrong algorithms in the registry, so that a program with them shows how `tutti` reports a refutation.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Schedule forgets_rank_0(const Group& g) {
  Builder s(g, 1);
  for (Rank r = 1; r < g.ranks; ++r) {
    if (r == g.root) continue;
    s.round("fold at the root rank", r);
    s.fold(r, g.root, {0, 1});
  }
  return std::move(s).done();
}

const Registered record({.make = forgets_rank_0,
                         .needs = {.associative = true, .commutative = true},
                         .cost = {.paper = "", .differs = "(p - 1)*(alpha_uni + n*beta_uni + n*gamma)"},
                         .cites = "nobody"},
                        "algorithms/reduce/forgets_rank_0.cpp");

/// A family whose first shape is right; where the shape has two numbers the last block stays with the root.
Schedule forgets_a_segment(const Group& g) {
  const int blocks = g.shape.front();
  Builder s(g, blocks);
  s.round("the root sends to every other rank");
  for (Rank r = 0; r < g.ranks; ++r)
    if (r != g.root) s.move(g.root, r, {0, g.shape.size() == 1 ? blocks : blocks - 1});
  return std::move(s).done();
}

const Registered family({.make = forgets_a_segment,
                         .cost = {.paper = "", .differs = "(p - 1)*(alpha_uni + n*beta_uni)"},
                         .cites = "nobody",
                         .shapes =
                             [](int) {
                               return std::vector<Shape>{{4}, {3, 2}};
                             }},
                        "algorithms/bcast/forgets_a_segment.cpp");

}  // namespace
}  // namespace tutti
