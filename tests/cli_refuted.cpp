// A wrong algorithm in the registry, so that a program with it shows how `tutti` reports a refutation.
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

}  // namespace
}  // namespace tutti
