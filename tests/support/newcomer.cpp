// A right algorithm whose record says as little as one can: a function that builds it, for some p only, without a time
// or a source. Whatever walks over the registry walks over it as well, so that no test assumes more of a new algorithm.
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

/// Recursive doubling, one segment after the other; the shape is the number of segments.
Schedule newcomer(const Group& g) {
  const int segments = g.shape.front();
  Builder s(g, segments);
  for (int segment = 0; segment < segments; ++segment)
    for (int d = 1; d < g.ranks; d *= 2) {
      s.round("exchange a segment and fold it, distance", d);
      for (int r : s.senders(Seats(g.ranks), [&](int v) { return v ^ d; })) s.fold(r, r ^ d, {segment, 1});
    }
  return std::move(s).done();
}

const Registered newcomer_record({.make = newcomer,
                                  .supports = Supports("p = 2^m, m > 0",
                                                       [](int p) { return p > 1 && power_of_two(p); }),
                                  .needs = {.associative = true},
                                  .shapes =
                                      [](int p) {
                                        return p > 4 ? std::vector<Shape>{{1}, {3}} : std::vector<Shape>{{2}};
                                      }},
                                 "algorithms/allreduce/newcomer.cpp");

}  // namespace
}  // namespace tutti
