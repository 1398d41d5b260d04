// The pictures of revealed trees on the page of `tutti conform`.
#include <fmt/format.h>

#include <algorithm>

#include "cli/conform/html_parts.hpp"

namespace tutti::cli {
namespace {

using conform::Bracketing, conform::Case, conform::Revelation;

/// A tree, and all that is combined so.
struct Drawn {
  Bracketing tree;
  std::vector<std::string> where;
};

/// "allreduce np=4 count=17 load=term: elements 0-16 at ranks 0-3", without what all have.
std::string caption(Case which, const std::vector<conform::RevealedPlace>& places) {
  which.scenario = conform::Scenario::alone;
  which.seed = 0;
  std::string text;
  for (const auto& place : places) text += (text.empty() ? ": " : "; ") + print(place);
  return print(which) + text;
}

std::size_t size(const Drawn& drawn) { return leaves(drawn.tree).size(); }

/// The smaller first.
std::vector<Drawn> drawn_once(const std::vector<Revelation>& all) {
  std::vector<Drawn> each;
  for (const auto& r : all)
    for (const auto& [revealed, places] : r.found) {
      if (!revealed.tree || revealed.tree->is_leaf()) continue;
      auto same = std::ranges::find(each, *revealed.tree, &Drawn::tree);
      if (same == each.end()) same = each.insert(each.end(), {*revealed.tree, {}});
      same->where.push_back(caption(r.which, places));
    }
  std::ranges::stable_sort(each, {}, size);
  return each;
}

/// A few in sight, the others to be unfolded.
void add_places(pugi::xml_node caption, const std::vector<std::string>& where) {
  constexpr std::size_t in_sight = 3;
  auto list = add(caption, "ul");
  for (std::size_t i = 0; i < where.size(); ++i) {
    if (i == in_sight && where.size() > in_sight + 1) {
      auto details = add(caption, "details");
      add(details, "summary", fmt::format("{} more", where.size() - in_sight));
      list = add(details, "ul");
    }
    add(list, "li", where[i]);
  }
}

void add_tree(pugi::xml_node to, const Drawn& drawn) {
  auto figure = add(to, "figure");
  const auto svg = print_svg(drawn.tree);
  add(figure, "div", "", "picture").append_buffer(svg.data(), svg.size());
  auto caption = add(figure, "figcaption");
  add(caption, "p", print(drawn.tree), "name");
  add_places(caption, drawn.where);
}

void add_unknown(pugi::xml_node body, const std::vector<Revelation>& all) {
  pugi::xml_node list;
  for (const auto& r : all)
    for (const auto& [revealed, places] : r.found) {
      if (revealed.tree) continue;
      if (!list) {
        add(body, "p", "No tree is revealed of:");
        list = add(body, "ul");
      }
      add(list, "li", fmt::format("{}: {}", caption(r.which, places), revealed.why));
    }
}

}  // namespace

void add_trees(pugi::xml_node body, const std::vector<Revelation>& all) {
  const auto each = drawn_once(all);
  if (all.empty()) return;
  add(body, "h2", "How contributions are combined");
  add(body, "p", "Each tree once, with its result on the right. A node adds, or calls the operator, once.");
  add_unknown(body, all);
  pugi::xml_node figures;
  for (std::size_t i = 0; i < each.size(); ++i) {
    if (i == 0 || size(each[i]) != size(each[i - 1])) {
      auto details = add(body, "details");
      details.append_attribute("open") = "open";
      add(details, "summary", fmt::format("{} contributions", size(each[i])));
      figures = add(details, "div", "", "figures");
    }
    add_tree(figures, each[i]);
  }
}

}  // namespace tutti::cli
