// Trees side by side on the page of `tutti baseline compare`.
#include "cli/baseline/html_parts.hpp"
#include "verified/conform/case/bracketing.hpp"
#include "verified/conform/drive/revelation.hpp"

namespace tutti::cli {
namespace {

void add_side(pugi::xml_node to, const char* when, const std::vector<baseline::TreeOfRanks>& trees) {
  auto side = add(to, "div");
  add(side, "h4", when);
  if (trees.empty()) add(side, "p", "no rank has a result");
  for (const auto& tree : trees) {
    auto figure = add(side, "figure");
    if (const auto parsed = conform::parse_bracketing(tree.tree)) {
      const auto svg = conform::print_svg(*parsed);
      add(figure, "div", "", "picture").append_buffer(svg.data(), svg.size());
    }
    add(figure, "figcaption", print_tree(tree), "name");
  }
}

}  // namespace

void add_trees_side_by_side(pugi::xml_node to, const baseline::Change& change) {
  auto sides = add(to, "div", "", "sides");
  add_side(sides, "before", change.from_trees);
  add_side(sides, "now", change.to_trees);
}

}  // namespace tutti::cli
