#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "verified/check/trace/trace.hpp"
#include "verified/draw/svg.hpp"

namespace tutti {
namespace {

// All lengths are in pixels.
constexpr double font = Svg::font, small_font = 10, line_height = 18, box_padding = 7, row_gap = 9, arrow_room = 70,
                 arrow_start = 8, frame_offset = 4, narrowest = 136, margin = 16, legend_height = 40;
constexpr std::size_t most_lines = 12;  ///< in one box
constexpr const char *ink = "#1a1a1a", *rule = "#b8b8b8", *fold_ink = "#1f4e79", *copy_ink = "#a0522d",
                     *finished_fill = "#eaf3ea", *whole_fill = "#bfdfc0", *frame_ink = "#8b1a1a";

/// A generous estimate of the width of text in any usual sans-serif font.
double text_width(std::string_view utf8, double size) {
  double units = 0;
  for (const char c : utf8) {
    if ((c & 0xC0) == 0x80) continue;
    if (c >= 'A' && c <= 'Z')
      units += c == 'M' || c == 'W' ? 1.0 : 0.78;
    else if (c == ' ' || c == ',' || c == '.' || c == '(' || c == ')' || c == 'i' || c == 'l')
      units += 0.38;
    else
      units += c == 'm' || c == 'w' ? 0.98 : 0.64;
  }
  return units * size;
}

/// What a box says in one line: a name, and lower and smaller the ranks where the data is combined.
struct Line {
  std::string name, ranks;
  double width() const { return text_width(name, font) + text_width(ranks, small_font); }
};

std::vector<Line> lines_of(const Part& part) {
  std::vector<Line> lines;
  for (const auto& h : part.holds) {
    if (lines.size() + 1 == most_lines && part.holds.size() > most_lines) {
      lines.push_back({fmt::format("… and {} more", part.holds.size() - lines.size()), ""});
      break;
    }
    auto ranks = h.word ? print_runs(*h.word) : "";
    for (std::size_t at = 0; (at = ranks.find('-', at)) != ranks.npos;) ranks.replace(at, 1, "–");
    lines.push_back({h.name, std::move(ranks)});
  }
  return lines;
}

std::vector<std::string> wrapped(std::string_view text, double width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (!lines.empty() && text_width(lines.back() + " " + std::string(word), font) <= width)
      lines.back() += " " + std::string(word);
    else
      lines.emplace_back(word);
  }
  return lines;
}

/// A round, or the start, which has no arrows: room for arrows from `left` to `box`, then the boxes up to `right`.
struct Column {
  const std::vector<Part>* parts;
  const TraceRound* round;  ///< null at the start
  double left, box, right;
  std::vector<std::string> caption;
};

struct Row {
  double top, height;
  double middle() const { return top + height / 2; }
};

class Picture {
 public:
  Picture(const Trace& trace, std::string_view caption) : trace_(trace), caption_(caption), svg_(caption) {
    lay_out_columns();
    lay_out_rows();
  }

  std::string draw() {
    open();
    draw_rows();
    draw_frames();
    for (const auto& c : columns_) draw_caption(c);
    for (const auto& c : columns_) draw_arrows(c);
    for (const auto& c : columns_)
      for (const auto& part : *c.parts)
        if (!part.holds.empty()) draw_box(c, part);
    draw_legend();
    const double legend_width = 760, head = text_width(caption_, font + 2);
    return svg_.print(std::max({columns_.back().right, legend_width, head}) + 2 * margin,
                      rows_bottom_ + legend_height + margin);
  }

 private:
  void lay_out_columns() {
    double x = margin + text_width("P" + std::to_string(trace_.ranks), font) + 12;
    rows_left_ = x;
    columns_.push_back(column(trace_.start, nullptr, x, x));
    for (const auto& round : trace_.rounds) {
      x = columns_.back().right;
      columns_.push_back(column(round.parts, &round, x, x + room_for_arrows(round)));
    }
  }

  /// Long arrows need more room, or they are too steep to tell apart.
  static double room_for_arrows(const TraceRound& round) {
    int farthest = 0;
    for (const auto& t : round.transfers) farthest = std::max(farthest, std::abs(t.step.to - t.step.from));
    return arrow_room + 1.5 * farthest;
  }

  Column column(const std::vector<Part>& parts, const TraceRound* round, double left, double box) const {
    double content = 30;
    for (const auto& part : parts)
      for (const auto& line : lines_of(part)) content = std::max(content, line.width());
    const std::string_view says = round ? std::string_view(round->says) : signals() ? "entry" : "input";
    double right = std::max(box + content + 2 * box_padding, round ? left + narrowest : 0);
    for (const auto& word : wrapped(says, 0)) right = std::max(right, left + text_width(word, font) + 14);
    return {&parts, round, left, right - content - 2 * box_padding, right, wrapped(says, right - left - 14)};
  }

  void lay_out_rows() {
    std::size_t caption_lines = 0;
    for (const auto& c : columns_) caption_lines = std::max(caption_lines, c.caption.size());
    std::vector<std::size_t> lines(static_cast<std::size_t>(trace_.ranks), 1);
    for (const auto& c : columns_)
      for (const auto& part : *c.parts) {
        auto& most = lines[static_cast<std::size_t>(part.rank)];
        most = std::max(most, lines_of(part).size());
      }
    double y = margin + line_height * static_cast<double>(caption_lines + 3) + 14;
    for (const auto n : lines) {
      rows_.push_back({y, line_height * static_cast<double>(n) + 6});
      y += rows_.back().height + row_gap;
    }
    rows_bottom_ = y;
  }

  const Row& row(Rank r) const { return rows_[static_cast<std::size_t>(r)]; }

  void open() {
    set(svg_.root(), {{"fill", ink}});
    for (const auto& [name, colour] : {std::pair("fold", fold_ink), std::pair("copy", copy_ink)}) {
      auto marker = svg_.add("marker", {{"id", name},
                                        {"viewBox", "0 0 8 8"},
                                        {"refX", 7.5},
                                        {"refY", 4},
                                        {"markerWidth", 8},
                                        {"markerHeight", 8},
                                        {"markerUnits", "userSpaceOnUse"},
                                        {"orient", "auto"}});
      set(marker.append_child("path"), {{"d", "M0,0.8 L8,4 L0,7.2 z"}, {"fill", colour}});
    }
    svg_.fill_ground();
    svg_.write(margin, margin + font, caption_, {{"font-size", font + 2}, {"font-weight", "bold"}});
  }

  void draw_line(double x1, double y1, double x2, double y2, Attributes look) {
    set(svg_.add("line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}}), look);
  }

  void draw_rows() {
    for (Rank r = 0; r < trace_.ranks; ++r) {
      svg_.write(rows_left_ - 8, row(r).middle() + font * 0.36, "P" + std::to_string(r),
                 {{"class", "rank"}, {"text-anchor", "end"}});
      draw_line(rows_left_, row(r).middle(), columns_.back().right, row(r).middle(),
                {{"stroke", rule}, {"stroke-width", 0.8}});
    }
  }

  /// One frame around neighbouring surplus rounds, as tall as the ranks that take part.
  void draw_frames() {
    for (std::size_t i = 1; i < columns_.size();) {
      std::size_t end = i;
      Rank top = trace_.ranks, bottom = -1;
      for (; end < columns_.size() && columns_[end].round->surplus; ++end) {
        top = std::min(top, columns_[end].parts->front().rank);
        bottom = std::max(bottom, columns_[end].parts->back().rank);
      }
      if (end > i)
        draw_frame(columns_[i].left + frame_offset, row(top).top - 4, columns_[end - 1].right + frame_offset,
                   row(bottom).top + row(bottom).height + 4);
      i = std::max(end, i + 1);
    }
  }

  void draw_frame(double left, double top, double right, double bottom) {
    set(draw_rect(left, top, right - left, bottom - top), {{"rx", 4},
                                                           {"fill", "none"},
                                                           {"stroke", frame_ink},
                                                           {"stroke-width", 1.3},
                                                           {"stroke-dasharray", "1.5 3"},
                                                           {"stroke-linecap", "round"}});
  }

  pugi::xml_node draw_rect(double x, double y, double width, double height) {
    return svg_.add("rect", {{"x", x}, {"y", y}, {"width", width}, {"height", height}});
  }

  void draw_caption(const Column& c) {
    const double middle = (c.left + c.right) / 2;
    double y = margin + 3 * line_height;
    if (c.round)
      svg_.write(middle, y, std::to_string(c.round - trace_.rounds.data() + 1),
                 {{"text-anchor", "middle"}, {"font-weight", "bold"}});
    for (const auto& line : c.caption) svg_.write(middle, y += line_height, line, {{"text-anchor", "middle"}});
  }

  /// One arrow for each message and kind of action; those that come in at one box are fanned out by sender.
  void draw_arrows(const Column& c) {
    if (!c.round) return;
    std::vector<std::set<Rank>> senders(static_cast<std::size_t>(trace_.ranks));
    for (const auto& t : c.round->transfers) senders[static_cast<std::size_t>(t.step.to)].insert(t.step.from);
    std::set<std::tuple<Rank, Rank, bool>> drawn;
    for (const auto& [s, carried] : c.round->transfers) {
      const bool copies = s.action == Action::replace && !signals();
      if (!drawn.emplace(s.to, s.from, copies).second) continue;
      const auto& all = senders[static_cast<std::size_t>(s.to)];
      const auto place = static_cast<double>(std::distance(all.begin(), all.find(s.from)));
      const double share = (place + 1) / static_cast<double>(all.size() + 1) - 0.5;
      const double end = row(s.to).middle() + share * (row(s.to).height - 6);
      draw_arrow(c.left + arrow_start, row(s.from).middle(), c.box - 1, end, copies);
    }
  }

  void draw_arrow(double x1, double y1, double x2, double y2, bool copies) {
    const auto* const colour = copies ? copy_ink : fold_ink;
    svg_.add("circle", {{"cx", x1}, {"cy", y1}, {"r", 1.8}, {"fill", colour}});
    draw_line(x1, y1, x2, y2,
              {{"stroke", colour}, {"stroke-width", 1.1}, {"marker-end", copies ? "url(#copy)" : "url(#fold)"}});
  }

  void draw_filled(double x, double y, double width, double height, const char* fill, double stroke) {
    set(draw_rect(x, y, width, height), {{"rx", 2}, {"fill", fill}, {"stroke", ink}, {"stroke-width", stroke}});
  }

  void draw_box(const Column& c, const Part& part) {
    const auto lines = lines_of(part);
    const double height = line_height * static_cast<double>(lines.size()) + 6;
    double y = row(part.rank).middle() - height / 2;
    const bool finished = std::ranges::all_of(part.holds, &Holding::finished);
    const bool whole = part.whole && std::ranges::any_of(part.holds, &Holding::finished);
    const auto* const fill = whole ? whole_fill : finished ? finished_fill : "white";
    draw_filled(c.box, y, c.right - c.box, height, fill, whole ? 1.4 : 0.8);
    for (const auto& line : lines) {
      auto text = svg_.write((c.box + c.right) / 2, y + line_height * 0.5 + font * 0.36 + 1.5, line.name,
                             {{"text-anchor", "middle"}});
      if (!line.ranks.empty()) {
        auto ranks = text.append_child("tspan");
        set(ranks, {{"dy", 3}, {"font-size", small_font}});
        set_text(ranks, line.ranks);
      }
      y += line_height;
    }
  }

  void draw_legend() {
    const double y = rows_bottom_ + 24;
    double x = margin;
    const auto entry = [&](double room, std::string_view says) {
      svg_.write(x + room, y + font * 0.36, says);
      x += room + text_width(says, font) + 14;
    };
    const auto arrow = [&](bool copies, std::string_view says) {
      draw_arrow(x, y, x + 30, y, copies);
      entry(38, says);
    };
    const auto box = [&](const char* fill, double stroke, std::string_view says) {
      draw_filled(x, y - 8, 24, 16, fill, stroke);
      entry(32, says);
    };
    if (signals()) {
      arrow(false, "tells all that it knows");
      box(whole_fill, 1.4, "knows that all have entered");
      if (trace_.displaced()) entry(0, "(1) is not noted yet");
    } else if (moves()) {
      arrow(true, "is copied");
      box(finished_fill, 0.8, "due here");
      box(whole_fill, 1.4, "all that is due is here");
      if (trace_.displaced()) entry(0, "(A) is not in its own place");
    } else {
      arrow(false, "is folded");
      arrow(true, "is copied");
      box(finished_fill, 0.8, "complete segment");
      box(whole_fill, 1.4, "complete vector");
    }
    if (std::ranges::none_of(trace_.rounds, &TraceRound::surplus)) return;
    draw_frame(x, y - 9, x + 26, y + 9);
    entry(34, "only because p is no power of two");
  }

  bool moves() const { return tutti::row(trace_.collective).moves(); }
  bool signals() const { return tutti::row(trace_.collective).result == Result::all_entered; }

  const Trace& trace_;
  std::string_view caption_;
  std::vector<Column> columns_;
  std::vector<Row> rows_;
  double rows_left_ = 0, rows_bottom_ = 0;
  Svg svg_;
};

}  // namespace

std::string print_svg(const Trace& trace, std::string_view caption) { return Picture(trace, caption).draw(); }

}  // namespace tutti
