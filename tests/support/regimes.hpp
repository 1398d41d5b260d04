// Prices of messages that do not lie on one line.
#pragma once
#include <vector>

#include "tests/support/property.hpp"
#include "verified/check/cost.hpp"

namespace tutti {

/// One to four regimes of any prices, each at least twice as large in bytes as the one before, from 16 bytes or more.
inline std::vector<Regime> draw_regimes() {
  std::vector<Regime> all;
  double from = 0;
  for (int more = 1 + draw(4); more > 0; --more, from = (from + 8) * 2 * draw_magnitude(0, 2))
    all.push_back({.from = from,
                   .alpha = draw_magnitude(-7, -4),
                   .beta = draw_magnitude(-11, -8),
                   .alpha_uni = draw_magnitude(-7, -4),
                   .beta_uni = draw_magnitude(-11, -8)});
  return all;
}

}  // namespace tutti
