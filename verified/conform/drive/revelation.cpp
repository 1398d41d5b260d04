#include "verified/conform/drive/revelation.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tutti::conform {
namespace {

std::string print_found(const RevealedTree& found) {
  const auto& tree = found.revealed.tree;
  std::string text;
  for (const auto& place : found.places) text += "\n" + print(place);
  text += ": " + (tree ? print(*tree) : found.revealed.why) + "\n";
  if (!tree) return text;
  if (widest(*tree) > 2) text += "A node with more than two operands rounds once, or its sums are exact.\n";
  return text + print_dendrogram(*tree, "  ");
}

/// 1 where all elements of each rank are combined alike.
int most_trees_of_a_rank(const std::vector<RevealedTree>& all) {
  std::map<Rank, int> trees;
  int most = 0;
  for (const auto& found : all) {
    std::set<Rank> ranks;
    for (const auto& place : found.places) ranks.insert(place.ranks.begin(), place.ranks.end());
    for (const auto rank : ranks) most = std::max(most, ++trees[rank]);
  }
  return most;
}

/// Lines from the node on; the first one goes on where the text stands.
void draw_node(const Bracketing& tree, const std::string& margin, std::string& text) {
  if (tree.is_leaf()) {
    text += " " + std::to_string(tree.leaf) + "\n";
    return;
  }
  for (std::size_t i = 0; i < tree.parts.size(); ++i) {
    const bool first = i == 0, last = i + 1 == tree.parts.size();
    text += first ? "┬─" : margin + (last ? "└─" : "├─");
    draw_node(tree.parts[i], margin + (last ? "  " : "│ "), text);
  }
}

}  // namespace

std::string print(const RevealedPlace& place) {
  std::vector<ElementRun> ranks;
  for (const auto rank : place.ranks)
    if (!ranks.empty() && ranks.back().last + 1 == rank)
      ++ranks.back().last;
    else
      ranks.push_back({rank, rank});
  const auto& elements = place.elements;
  const bool one = elements.size() == 1 && elements.front().first == elements.front().last;
  return (one ? "element " : "elements ") + print(elements) + (place.ranks.size() == 1 ? " at rank " : " at ranks ") +
         print(ranks);
}

std::vector<RevealedTree> gather(const std::vector<std::vector<std::string>>& notes) {
  std::vector<std::pair<RevealedPlace, Revealed>> places;
  std::map<std::string, std::size_t> place_of;
  for (std::size_t rank = 0; rank < notes.size(); ++rank)
    for (const auto& note : notes[rank])
      if (auto what = parse_revealed(note)) {
        const auto at = place_of.try_emplace(note, places.size()).first->second;
        if (at == places.size()) places.emplace_back(RevealedPlace{what->elements, {}}, std::move(what->revealed));
        places[at].first.ranks.push_back(static_cast<Rank>(rank));
      }
  std::ranges::stable_sort(places, {}, [](const auto& p) { return p.first.elements.front().first; });
  std::vector<RevealedTree> all;
  for (auto& [place, revealed] : places) {
    auto same = std::ranges::find(all, revealed, &RevealedTree::revealed);
    if (same == all.end()) same = all.insert(all.end(), RevealedTree{std::move(revealed), {}});
    same->places.push_back(std::move(place));
  }
  return all;
}

Revelation revelation_of(const Case& which, const Outcome& outcome) {
  std::vector<std::vector<std::string>> notes(static_cast<std::size_t>(which.ranks));
  for (const auto& note : outcome.notes)
    if (const auto noted = parse_noted(note); noted && noted->rank < which.ranks)
      notes[static_cast<std::size_t>(noted->rank)].push_back(noted->text);
  return {which, gather(notes), outcome.found, outcome.why};
}

bool ranks_agree(const Revelation& r) {
  const auto everywhere = [&](const RevealedPlace& place) {
    return static_cast<int>(place.ranks.size()) == r.which.ranks;
  };
  return std::ranges::all_of(r.found, [&](const RevealedTree& f) { return std::ranges::all_of(f.places, everywhere); });
}

std::string print_dendrogram(const Bracketing& tree, std::string_view margin) {
  std::string text(margin);
  draw_node(tree, std::string(margin), text);
  return text;
}

std::string print_text(const Revelation& r) {
  std::string text = print(r.which) + "\n";
  for (const auto& f : r.wrong) text += describe(f) + "\n";
  if (!r.skipped.empty()) return text + "not revealed: " + r.skipped + "\n";
  for (const auto& found : r.found) text += print_found(found);
  if (const auto trees = most_trees_of_a_rank(r.found); trees > 1)
    text += "\nWhich tree it is depends on the element: a rank has up to " + std::to_string(trees) + " of them.\n";
  if (r.which.procedure == Procedure::allreduce && r.which.comm == Comm::world && !r.found.empty())
    text += ranks_agree(r) ? "\nAll ranks have the same trees, so their results are equal bit for bit.\n"
                           : "\nThe ranks have different trees: their results may differ.\n";
  return text;
}

}  // namespace tutti::conform
