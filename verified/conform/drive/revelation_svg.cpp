#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "verified/conform/drive/revelation.hpp"

namespace tutti::conform {
namespace {

// All lengths are in pixels.
constexpr double font = 13, line_height = 18, margin = 16, leaf_gap = 22, level = 54, leaf_room = 34, character = 8,
                 radius = 5;
constexpr std::string_view ink = "#1a1a1a", node_fill = "#7fbf8f";  // what is not ink has the colour of the text

int height(const Bracketing& tree) {
  int highest = -1;
  for (const auto& part : tree.parts) highest = std::max(highest, height(part));
  return highest + 1;
}

class Picture {
 public:
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
    write(R"(<text x="{}" y="{:.1f}"{}>{}</text>)", margin, y_, bold ? R"( font-weight="bold")" : "", escaped(text));
  }

  /// As a page has it: without a background.
  std::string done(std::string_view attributes = "", std::string_view behind = "") const {
    return fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" )"
                       R"(viewBox="0 0 {0:.0f} {1:.0f}" font-family="Helvetica, Arial, sans-serif" )"
                       R"(font-size="{2}" fill="currentColor"{3}>)"
                       "\n<title>How contributions are combined</title>\n{4}{5}</svg>\n",
                       width_ + margin, y_ + margin, font, attributes, behind, body_);
  }

 private:
  struct Point {
    double x, y;
  };

  template <class... Args>
  void write(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
    body_ += '\n';
  }

  static std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return out;
  }

  void line(Point a, Point b) {
    write(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="currentColor"/>)", a.x, a.y, b.x, b.y);
  }

  /// Draws the subtree below what was drawn before; where its result is.
  Point place(const Bracketing& node) {
    if (node.is_leaf()) {
      y_ += leaf_gap;
      write(R"(<text class="leaf" x="{}" y="{:.1f}">{}</text>)", margin, y_ + font * 0.36, node.leaf);
      return {margin + leaf_room, y_};
    }
    std::vector<Point> operands;
    for (const auto& part : node.parts) operands.push_back(place(part));
    const double x = margin + leaf_room + level * height(node);
    for (const auto& from : operands) line(from, {x, from.y});
    line({x, operands.front().y}, {x, operands.back().y});
    const Point result{x, (operands.front().y + operands.back().y) / 2};
    write(R"(<circle class="node" cx="{:.1f}" cy="{:.1f}" r="{}" fill="{}" stroke="currentColor"/>)", result.x,
          result.y, radius, node_fill);
    width_ = std::max(width_, x + level);
    return {x + radius, result.y};
  }

  std::string body_;
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
  picture.caption(title, true);
  for (const auto& r : all) picture.add(r);
  return picture.done(fmt::format(R"( color="{}")", ink), "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
}

}  // namespace tutti::conform
