// Two tangents that meet at a size where the function is no larger than they are: between the sizes where they touch it
// there is nothing else. Where it is larger, the tangent there is a new piece, and the question is asked on both sides.
#include "verified/choose/curve.hpp"

#include <algorithm>

namespace tutti {
namespace {

constexpr double rounding = 1e-13;  // relative

/// A line, and the size at which it touches the function.
struct Tangent {
  double bytes;
  PathTime line;
};

/// Whether a tangent goes, but for rounding, through the point where another one touches.
bool passes(const PathTime& line, const Tangent& other) {
  return other.line.at(other.bytes) - line.at(other.bytes) <= rounding * other.line.at(other.bytes);
}

class Search {
 public:
  Search(const std::function<PathTime(double)>& tangent, double low, double high, std::vector<PathTime>& lines)
      : tangent_(tangent), lines_(lines) {
    const auto first = touch(low), last = touch(high);
    lines_.push_back(first.line);
    lines_.push_back(last.line);
    between(first, last);
  }

 private:
  Tangent touch(double bytes) const { return {bytes, tangent_(bytes)}; }

  /// Adds the lines that are largest somewhere between the two.
  void between(const Tangent& low, const Tangent& high) {
    if (passes(low.line, high) || passes(high.line, low)) return;
    const double meet = (low.line.fixed - high.line.fixed) / (high.line.per_byte - low.line.per_byte);
    if (!(low.bytes < meet && meet < high.bytes)) return;  // they meet where one of them touches, but for rounding
    const auto middle = touch(meet);
    if (passes(low.line, middle)) return;
    lines_.push_back(middle.line);
    between(low, middle);
    between(middle, high);
  }

  const std::function<PathTime(double)>& tangent_;
  std::vector<PathTime>& lines_;
};

}  // namespace

Curve::Curve(const std::function<PathTime(double)>& tangent, double low, double high) {
  Search(tangent, low, high, lines_);
}

double Curve::at(double bytes) const {
  double most = 0;
  for (const auto& line : lines_) most = std::max(most, line.at(bytes));
  return most;
}

}  // namespace tutti
