#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "verified/baseline/compare_parts.hpp"
#include "verified/baseline/grid.hpp"
#include "verified/baseline/tree_changes.hpp"

namespace tutti::baseline {
namespace {

/// The same trees at the same elements, whether or not they are confirmed.
bool have_same_trees(const Result& a, const Result& b) {
  return std::ranges::equal(a.trees, b.trees, [](const conform::RevealedTree& x, const conform::RevealedTree& y) {
    const auto shown = [](const conform::Revealed& r) { return r.tree ? r.tree : r.doubted; };
    return x.places == y.places && shown(x.revealed) == shown(y.revealed) &&
           (shown(x.revealed) || x.revealed.why == y.revealed.why);
  });
}

/// Whether each has the bits that its own trees make of the operands, by one arithmetic: then the trees are the reason.
bool are_made_by_other_trees(const Result& before, const Result& after) {
  if (have_same_trees(before, after)) return false;
  return !explaining(after, explaining(before, arithmetics_of(before.which.load))).empty();
}

/// The bits of each rank, those that are the same once.
std::string print_digests(const Result& r) {
  std::set<std::string> all;
  for (const auto& rank : r.ranks) all.insert(rank.different.begin(), rank.different.end());
  std::string text = all.empty() ? "none" : *all.begin();
  if (all.size() > 1) text += " and " + std::to_string(all.size() - 1) + " others";
  if (!r.repeats()) text += ", not the same in each call";
  if (!r.ranks_agree()) text += ", not the same at all ranks";
  return text;
}

/// Cells that differ in their size alone are told together.
bool belong_together(const Change& a, const Change& b) {
  return a.procedure == b.procedure && a.ranks == b.ranks && a.nodes == b.nodes && a.about == b.about;
}

/// Cells that are told together, and what explains each of them so far.
struct BitsOfCells {
  Change change;
  std::size_t replayed = 0;
  std::vector<Arithmetic> from = {}, to = {};

  void explain(const Result& before, const Result& after) {
    if (!can_be_replayed(before) || !can_be_replayed(after)) return;
    if (replayed++ == 0) from = to = arithmetics_of(before.which.load);
    from = explaining(before, from);
    to = explaining(after, to);
  }
};

/// The arithmetics, among those that explain a change, that explain the most changes: one machine has one arithmetic,
/// as a rule. What is declared needs no other explanation.
std::vector<Arithmetic> likeliest(const std::vector<Arithmetic>& some, const std::map<Arithmetic, int>& votes) {
  std::vector<Arithmetic> best;
  for (const auto a : some) {
    if (a == Arithmetic::as_declared) return {a};
    if (!best.empty() && votes.at(a) > votes.at(best.front())) best.clear();
    if (best.empty() || votes.at(a) == votes.at(best.front())) best.push_back(a);
  }
  return best;
}

/// Whether a change of trees on these ranks is told.
bool is_told(const std::vector<Change>& changes, const Result& r) {
  return std::ranges::any_of(changes, [&](const Change& c) {
    return c.what == What::tree && c.procedure == r.which.procedure && c.ranks == r.which.ranks &&
           c.nodes == r.which.nodes;
  });
}

/// The change of a call whose trees nobody looked for from size to size, such as one with another root or datatype.
Change tree_change_of(const Result& before, const Result& after) {
  const auto which = revealing_case(before.which).value_or(before.which);
  const auto from = trees_of({.which = which, .found = before.trees}),
             to = trees_of({.which = which, .found = after.trees});
  const auto bytes = bytes_of(before.which);
  return {.what = What::tree,
          .procedure = which.procedure,
          .ranks = which.ranks,
          .bytes = bytes,
          .last_bytes = bytes,
          .from = print(from),
          .to = print(to),
          .about = about(before.which),
          .from_trees = from,
          .to_trees = to,
          .first = which,
          .last = which,
          .nodes = which.nodes};
}

void settle_explanations(std::vector<BitsOfCells>& all) {
  std::map<Arithmetic, int> from, to;
  for (const auto& cells : all) {
    for (const auto a : cells.from) ++from[a];
    for (const auto a : cells.to) ++to[a];
  }
  for (auto& cells : all)
    if (cells.replayed > 0)
      cells.change.explanation = Explanation{likeliest(cells.from, from), likeliest(cells.to, to), cells.replayed};
}

Change change_of(const Result& before, const Result& after) {
  const auto bytes = bytes_of(before.which);
  return {.what = What::bits,
          .procedure = before.which.procedure,
          .ranks = before.which.ranks,
          .bytes = bytes,
          .last_bytes = bytes,
          .from = print_digests(before),
          .to = print_digests(after),
          .about = about(before.which),
          .nodes = before.which.nodes};
}

}  // namespace

void compare_bits(const Recording& before, const Recording& after, Comparison& comparison) {
  const auto key = [](const Result& r) { return print(r.which); };
  std::vector<BitsOfCells> all;
  std::vector<Change> trees;
  for (const auto& [a, b] : pairs(before.results, after.results, key, comparison.results)) {
    const bool is_by_another_tree = !a->trees.empty() && !b->trees.empty() && !have_same_trees(*a, *b);
    if (a->ranks == b->ranks) {  // these operands may have the same sum either way
      if (is_by_another_tree && !is_told(comparison.changes, *a)) trees.push_back(tree_change_of(*a, *b));
      continue;
    }
    const bool is_steadier = b->repeats() >= a->repeats() && b->ranks_agree() >= a->ranks_agree();
    if (is_steadier && are_made_by_other_trees(*a, *b)) {
      ++comparison.explained_results;
      if (!is_told(comparison.changes, *a)) trees.push_back(tree_change_of(*a, *b));
      continue;
    }
    const auto change = change_of(*a, *b);
    auto cells = std::ranges::find_if(all, [&](const BitsOfCells& c) { return belong_together(c.change, change); });
    if (cells == all.end()) cells = all.insert(all.end(), {.change = change});
    cells->change.bytes = std::min(cells->change.bytes, change.bytes);
    cells->change.last_bytes = std::max(cells->change.last_bytes, change.bytes);
    cells->explain(*a, *b);
  }
  std::ranges::move(trees, std::back_inserter(comparison.changes));
  settle_explanations(all);
  for (auto& cells : all) comparison.changes.push_back(std::move(cells.change));
}

}  // namespace tutti::baseline
