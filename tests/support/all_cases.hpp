// Goes over all that there is to prove, or draws from it.
#pragma once
#include <string>

#include "tests/support/property.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// The roots that matter: all p, or just 0.
inline int root_count(const Algorithm& algorithm, int p) { return row(algorithm.collective).rooted() ? p : 1; }

/// Calls body(group) for all supported p up to `max_p`, all roots that matter and all shapes of one algorithm.
template <class F>
void for_all_groups(const Algorithm& algorithm, int max_p, F body) {
  for (int p = 1; p <= max_p; ++p) {
    if (!algorithm.supports.holds(p)) continue;
    for (const auto& shape : algorithm.shapes_for(p))
      for (Rank root = 0; root < root_count(algorithm, p); ++root)
        body(Group{.ranks = p, .root = root, .shape = shape});
  }
}

/// Calls body(algorithm, group) for all algorithms and, of each, all groups as above.
template <class F>
void for_all(int max_p, F body) {
  for (const auto& algorithm : algorithms())
    for_all_groups(algorithm, max_p, [&](const Group& group) { body(algorithm, group); });
}

/// The largest p up to `most` >= 1 that the algorithm supports, or the smallest one where that is larger.
inline int supported_near(const Algorithm& algorithm, int most) {
  int p = most;
  while (p > 0 && !algorithm.supports.holds(p)) --p;
  if (p == 0) p = most;
  while (!algorithm.supports.holds(p)) ++p;
  return p;
}

/// A group with that number of ranks, and with a root and a shape that are drawn.
inline Group draw_group(const Algorithm& algorithm, int most) {
  const int p = supported_near(algorithm, most);
  const auto shapes = algorithm.shapes_for(p);
  return {.ranks = p,
          .root = draw(root_count(algorithm, p)),
          .shape = shapes[static_cast<std::size_t>(draw(static_cast<int>(shapes.size())))]};
}

/// "p = 6, root 2, shape 3x2"
inline std::string print(const Group& group) {
  return "p = " + std::to_string(group.ranks) + ", root " + std::to_string(group.root) +
         (group.shape.empty() ? "" : ", shape " + print_shape(group.shape));
}

}  // namespace tutti
