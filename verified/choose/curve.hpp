// The time of a schedule for every size, from few replays.
#pragma once
#include <functional>
#include <vector>

#include "verified/check/cost.hpp"

namespace tutti {

/// A convex piecewise linear function of the bytes: the largest of a few lines.
class Curve {
 public:
  /// `tangent(bytes)` is a line that the function touches there, and is nowhere above it (verified/check/cost.hpp,
  /// longest_path). It is asked for about twice as many sizes as the function has pieces, up to 2^60 bytes.
  explicit Curve(const std::function<PathTime(double bytes)>& tangent);

  /// To a relative 1e-12, for 0 <= bytes <= 2^60.
  double at(double bytes) const;

 private:
  std::vector<PathTime> lines_;
};

}  // namespace tutti
