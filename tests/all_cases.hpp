// Goes over all that there is to prove.
#pragma once
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// Calls body(algorithm, group) for all algorithms, all supported p up to `max_p` and all roots that matter.
template <class F>
void for_all(int max_p, F body) {
  for (const auto& algorithm : algorithms())
    for (int p = 1; p <= max_p; ++p)
      for (Rank root = 0; holds(algorithm.supports, p) && root < (row(algorithm.collective).rooted() ? p : 1); ++root)
        body(algorithm, Group{p, root});
}

}  // namespace tutti
