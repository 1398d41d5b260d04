#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "verified/choose/map/map.hpp"
#include "verified/draw/svg.hpp"

namespace tutti {
namespace {

// All lengths are in pixels.
constexpr double font = Svg::font, small_font = 9.5, line_height = 20, margin = 16, axis_room = 100, octave_width = 87,
                 row_height = 12, legend_room = 34, letter_width = 7.4;
constexpr int columns_of_octave = 6;
constexpr const char *ink = "#1a1a1a", *faint = "#6a6a6a";

/// From dark to light and back in turn, so that neighbours in the list differ in lightness as well as in hue.
constexpr std::array palette{"#f6e04b", "#17407a", "#f0a030", "#2f9e77", "#9ad0f5",
                             "#7b2d5b", "#d9775f", "#c9d6c3", "#444444", "#b08fd8"};
/// Ever darker.
constexpr std::array ramp{"#fff3b0", "#fcd98a", "#f7bb62", "#ee9450", "#d3603f", "#a33a4a", "#5f2154", "#2b0b3a"};
constexpr std::array steps{1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0};

/// What a group of points is drawn like.
struct Class {
  std::string letter, label;
  const char* colour;
};

/// Which class each point of the map belongs to, -1 for none; the legend lists all classes, and then the notes.
struct Colouring {
  std::string title;
  std::vector<Class> classes;
  std::vector<int> of_point;
  std::vector<std::string> notes;
};

std::string name_within(const Algorithm& algorithm) { return algorithm.name.substr(algorithm.name.find('/') + 1); }

/// Classes in the order of their share of the points, the largest first.
Colouring by_algorithm(const Map& map) {
  Colouring c{.title = "fastest algorithm", .classes = {}, .of_point = fastest(map), .notes = {}};
  std::vector<std::pair<std::ptrdiff_t, int>> shares;
  std::vector<int> class_of(map.algorithms.size(), -1);
  for (int a = 0; a < static_cast<int>(map.algorithms.size()); ++a)
    shares.emplace_back(-std::ranges::count(c.of_point, a), a);
  std::ranges::sort(shares);
  for (const auto& [points, a] : shares) {
    const auto name = name_within(*map.algorithms[static_cast<std::size_t>(a)]);
    if (points == 0) {
      if (c.notes.empty()) c.notes.emplace_back("nowhere fastest alone:");
      c.notes.push_back(name);
      continue;
    }
    const auto number = c.classes.size();
    class_of[static_cast<std::size_t>(a)] = static_cast<int>(number);
    c.classes.push_back({std::string(1, static_cast<char>('A' + number)), name, palette[number % palette.size()]});
  }
  for (int& point : c.of_point)
    if (point >= 0) point = class_of[static_cast<std::size_t>(point)];
  c.notes.insert(c.notes.begin(), "of equally fast ones, one is shown");
  return c;
}

Colouring by_ratio(const Map& map, int named) {
  Colouring c{.title = "time / fastest", .classes = {}, .of_point = {}, .notes = {}};
  c.classes.push_back({"", "1 (fastest)", ramp[0]});
  for (std::size_t i = 1; i < steps.size(); ++i)
    c.classes.push_back({"", fmt::format("{} to {}", steps[i - 1], steps[i]), ramp[i]});
  c.classes.push_back({"", fmt::format("above {}", steps.back()), ramp.back()});
  c.notes.emplace_back("white: no schedule for that p");
  for (const double ratio : ratios(map, named))
    c.of_point.push_back(
        std::isinf(ratio) ? -1 : static_cast<int>(std::ranges::lower_bound(steps, ratio * (1 - 1e-9)) - steps.begin()));
  return c;
}

std::string print_bytes(double bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{} {}", bytes, units[unit]);
}

bool is_light(std::string_view colour) {
  const auto channel = [&](std::size_t at) { return std::stoi(std::string(colour.substr(at, 2)), nullptr, 16); };
  return 0.3 * channel(1) + 0.59 * channel(3) + 0.11 * channel(5) > 140;
}

struct Column {
  double left, width;
  double middle() const { return left + width / 2; }
};

/// Octaves of one width, with columns of one width; a single column is as wide as those of a full octave.
std::vector<Column> columns_of(const std::vector<int>& ranks, double left) {
  std::vector<Column> columns;
  for (const int p : ranks) {
    const auto beside = std::ranges::count(ranks, floor2(p), floor2);
    const double width = octave_width / static_cast<double>(beside == 1 ? columns_of_octave : beside);
    columns.push_back({columns.empty() ? left : columns.back().left + columns.back().width, width});
  }
  return columns;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class Picture {
 public:
  Picture(const Map& map, std::string_view caption, Colouring colouring)
      : map_(map),
        colouring_(std::move(colouring)),
        columns_(columns_of(map.ranks, margin + axis_room)),
        caption_(lines_of(caption)),
        svg_(caption_.front()) {
    top_ = margin + line_height * static_cast<double>(caption_.size()) + 14;
    bottom_ = top_ + row_height * static_cast<double>(map.bytes.size());
    right_ = columns_.back().left + columns_.back().width;
  }

  std::string draw() {
    svg_.fill_ground();
    draw_caption();
    for (std::size_t i = 0; i < columns_.size(); ++i) draw_column(i);
    draw_axes();
    draw_legend();
    return print();
  }

 private:
  std::string print() {
    std::size_t label = colouring_.title.size(), line = 0;
    for (const auto& c : colouring_.classes) label = std::max(label, c.label.size());
    for (const auto& note : colouring_.notes) label = std::max(label, note.size());
    for (const auto& text : caption_) line = std::max(line, text.size());
    const double width = std::max(right_ + 2 * margin + legend_room + letter_width * static_cast<double>(label),
                                  letter_width * static_cast<double>(line) + 2 * margin);
    const double legend_lines = static_cast<double>(colouring_.classes.size() + colouring_.notes.size() + 2);
    return svg_.print(width, std::max(bottom_ + 64, top_ + legend_lines * line_height) + margin);
  }

  void draw_caption() {
    for (double y = margin + font; const auto& line : caption_) {
      auto text = write(margin, y, line, "start");
      if (y == margin + font) set(text, {{"font-weight", "bold"}});
      y += line_height;
    }
  }

  /// One rectangle for each run of points of one class.
  void draw_column(std::size_t i) {
    const auto rows = map_.bytes.size();
    for (std::size_t j = 0, end; j < rows; j = end) {
      const int number = colouring_.of_point[i * rows + j];
      for (end = j + 1; end < rows && colouring_.of_point[i * rows + end] == number;) ++end;
      if (number < 0) continue;
      const auto& look = colouring_.classes[static_cast<std::size_t>(number)];
      const double upper = row_top(end - 1), height = row_height * static_cast<double>(end - j);
      rect(columns_[i].left, upper, columns_[i].width, height, look.colour);
      if (!look.letter.empty()) draw_letter(columns_[i].middle(), upper + height / 2, look);
    }
  }

  void draw_letter(double x, double y, const Class& look) {
    auto text = write(x, y + small_font * 0.36, look.letter, "middle", small_font);
    set(text, {{"fill", is_light(look.colour) ? ink : "#ffffff"}});
  }

  void draw_axes() {
    for (std::size_t i = 0; i < columns_.size(); ++i) draw_rank(columns_[i], map_.ranks[i]);
    for (std::size_t j = 0; j < map_.bytes.size(); ++j) {
      const double bytes = map_.bytes[j], middle = row_top(j) + row_height / 2;
      if (std::exp2(std::round(std::log2(bytes))) != bytes) continue;
      line(columns_.front().left - 5, middle, columns_.front().left, middle);
      write(columns_.front().left - 8, middle + font * 0.36, print_bytes(bytes), "end");
    }
    write((columns_.front().left + right_) / 2, bottom_ + 54, "number of ranks p", "middle");
    turned(write(margin + font, (top_ + bottom_) / 2, "largest buffer of a rank", "middle"));
    auto frame = rect(columns_.front().left, top_, right_ - columns_.front().left, bottom_ - top_, "none");
    set(frame, {{"stroke", ink}});
  }

  void draw_rank(const Column& column, int p) {
    const double x = column.middle() + small_font * 0.36, y = bottom_ + 9;
    line(column.middle(), bottom_, column.middle(), bottom_ + 5);
    auto text = turned(write(x, y, std::to_string(p), "end", small_font));
    set(text, {power_of_two(p) ? Attribute("font-weight", "bold") : Attribute("fill", faint)});
  }

  void draw_legend() {
    const double x = right_ + margin;
    double y = top_ + font;
    set(write(x, y, colouring_.title, "start"), {{"font-weight", "bold"}});
    for (const auto& look : colouring_.classes) {
      y += line_height;
      set(rect(x, y - 12, 24, 16, look.colour), {{"stroke", faint}});
      draw_letter(x + 12, y - 4, look);
      write(x + legend_room, y, look.label, "start");
    }
    y += line_height / 2;
    for (const auto& note : colouring_.notes) set(write(x, y += line_height, note, "start"), {{"fill", faint}});
  }

  double row_top(std::size_t row) const { return bottom_ - row_height * static_cast<double>(row + 1); }

  pugi::xml_node rect(double x, double y, double width, double height, const char* fill) {
    return svg_.add(
        "rect",
        {{"x", x}, {"y", y}, {"width", width}, {"height", height}, {"fill", fill}, {"shape-rendering", "crispEdges"}});
  }

  void line(double x1, double y1, double x2, double y2) {
    svg_.add("line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}, {"stroke", ink}});
  }

  pugi::xml_node write(double x, double y, const std::string& says, const char* anchor, double size = font) {
    auto node = svg_.write(x, y, says, {{"text-anchor", anchor}});
    if (size != font) set(node, {{"font-size", size}});
    return node;
  }

  /// Reads upward.
  static pugi::xml_node turned(pugi::xml_node text) {
    set(text,
        {{"transform", fmt::format("rotate(-90 {} {})", text.attribute("x").value(), text.attribute("y").value())}});
    return text;
  }

  const Map& map_;
  Colouring colouring_;
  std::vector<Column> columns_;
  std::vector<std::string> caption_;
  double top_, bottom_, right_;
  Svg svg_;
};

}  // namespace

std::string print_svg(const Map& map, std::string_view caption) {
  return Picture(map, caption, by_algorithm(map)).draw();
}

std::string print_svg(const Map& map, std::string_view caption, int named) {
  return Picture(map, caption, by_ratio(map, named)).draw();
}

}  // namespace tutti
