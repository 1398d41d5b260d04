// The time of a schedule for every size, from few replays.
#pragma once
#include <functional>
#include <vector>

#include "verified/check/cost.hpp"

namespace tutti {

/// A convex piecewise linear function of the bytes: the largest of a few lines.
class Curve {
 public:
  static constexpr double infinite = 0x1p60;  ///< bytes

  /// `tangent(bytes)` is a line that the function touches there, and is nowhere above it (verified/check/cost.hpp,
  /// longest_path). It is asked for about twice as many sizes as the function has pieces, from `low` to `high` bytes.
  explicit Curve(const std::function<PathTime(double bytes)>& tangent, double low = 0, double high = infinite);

  /// To a relative 1e-12, for low <= bytes <= high.
  double at(double bytes) const;

 private:
  std::vector<PathTime> lines_;
};

}  // namespace tutti
