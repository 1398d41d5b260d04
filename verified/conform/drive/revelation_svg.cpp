#include <algorithm>
#include <vector>

#include "verified/conform/drive/revelation.hpp"
#include "verified/draw/svg.hpp"

namespace tutti::conform {
namespace {

// All lengths are in pixels.
constexpr double font = Svg::font, line_height = 18, margin = 16, leaf_gap = 22, level = 54, leaf_room = 34,
                 character = 8, radius = 5;
constexpr const char *ink = "#1a1a1a", *node_fill = "#7fbf8f", *as_text = "currentColor";

int height(const Bracketing& tree) {
  return evaluate(
      tree, [](Rank) { return 0; }, [](const std::vector<int>& operands) { return 1 + std::ranges::max(operands); });
}

class Picture {
 public:
  Picture() { set(svg_.root(), {{"fill", as_text}}); }

  /// Black on white, unlike a picture within a page.
  void stand_alone() {
    set(svg_.root(), {{"color", ink}});
    svg_.fill_ground();
  }

  void add(const Revelation& r) {
    y_ += line_height / 2;
    caption(print(r.which), true);
    if (!r.skipped.empty()) caption("not revealed: " + r.skipped);
    for (const auto& [revealed, places] : r.found) {
      for (const auto& place : places) caption(print(place));
      if (revealed.tree)
        tree(*revealed.tree);
      else
        caption(revealed.why);
    }
  }

  void tree(const Bracketing& whole) {
    place(whole);
    y_ += leaf_gap / 2;
  }

  void caption(std::string_view text, bool bold = false) {
    y_ += line_height;
    width_ = std::max(width_, margin + character * static_cast<double>(text.size()));
    auto text_node = svg_.write(margin, y_, text);
    if (bold) set(text_node, {{"font-weight", "bold"}});
  }

  std::string done() { return svg_.print(width_ + margin, y_ + margin); }

 private:
  struct Point {
    double x, y;
  };

  void line(Point a, Point b) {
    svg_.add("line", {{"x1", a.x}, {"y1", a.y}, {"x2", b.x}, {"y2", b.y}, {"stroke", as_text}});
  }

  /// Draws the subtree below what was drawn before; where its result is.
  Point place(const Bracketing& node) {
    if (node.is_leaf()) {
      y_ += leaf_gap;
      svg_.write(margin, y_ + font * 0.36, std::to_string(node.leaf), {{"class", "leaf"}});
      return {margin + leaf_room, y_};
    }
    std::vector<Point> operands;
    for (const auto& part : node.parts) operands.push_back(place(part));
    const double x = margin + leaf_room + level * height(node);
    for (const auto& from : operands) line(from, {x, from.y});
    line({x, operands.front().y}, {x, operands.back().y});
    const Point result{x, (operands.front().y + operands.back().y) / 2};
    svg_.add("circle", {{"class", "node"},
                        {"cx", result.x},
                        {"cy", result.y},
                        {"r", radius},
                        {"fill", node_fill},
                        {"stroke", as_text}});
    width_ = std::max(width_, x + level);
    return {x + radius, result.y};
  }

  Svg svg_{"How contributions are combined"};
  double y_ = 0, width_ = 0;
};

}  // namespace

std::string print_svg(const Bracketing& tree) {
  Picture picture;
  picture.tree(tree);
  return picture.done();
}

std::string print_svg(const std::string& title, const std::vector<Revelation>& all) {
  Picture picture;
  picture.stand_alone();
  picture.caption(title, true);
  for (const auto& r : all) picture.add(r);
  return picture.done();
}

}  // namespace tutti::conform
