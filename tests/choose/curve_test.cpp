// The function of the bytes that is made of its tangents.
#include "verified/choose/curve.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/property.hpp"

namespace tutti {
namespace {

const PathTime& highest(const std::vector<PathTime>& lines, double bytes) {
  return *std::ranges::max_element(lines, {}, [&](const PathTime& line) { return line.at(bytes); });
}

TEST_CASE("the curve of the largest of any lines is that function, and asks for less than twice as many tangents") {
  property("lines of many magnitudes", [] {
    std::vector<PathTime> lines(static_cast<std::size_t>(1 + draw(12)));
    for (auto& line : lines)
      line = {draw(4) == 0 ? 0 : draw_magnitude(-7, 0), draw(4) == 0 ? 0 : draw_magnitude(-12, -6)};
    std::size_t asked = 0;
    const Curve curve([&](double bytes) { return ++asked, highest(lines, bytes); });
    RC_ASSERT(asked <= 2 * std::max<std::size_t>(lines.size(), 2));
    for (int i = 0; i < 100; ++i) {
      const double bytes = i == 0 ? 0 : draw_magnitude(-1, 18), due = highest(lines, bytes).at(bytes);
      RC_ASSERT(std::abs(curve.at(bytes) - due) <= 1e-12 * due);
    }
  });
}

TEST_CASE("between two sizes the curve asks for no tangent outside") {
  const Curve curve(
      [](double bytes) {
        CHECK((bytes >= 10 && bytes <= 30));
        return bytes < 20 ? PathTime{20, 0} : PathTime{0, 1};
      },
      10, 30);
  for (const double bytes : {10., 15., 20., 30.}) CHECK(curve.at(bytes) == std::max(20., bytes));
}

TEST_CASE("a straight line takes two tangents") {
  int asked = 0;
  const Curve curve([&](double) { return ++asked, PathTime{3, 2}; });
  CHECK(asked == 2);
  CHECK(curve.at(5) == 13);
}

}  // namespace
}  // namespace tutti
