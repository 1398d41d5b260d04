#include "verified/check/trees.hpp"

#include <algorithm>

#include "reference/letters.hpp"
#include "verified/check/evaluate.hpp"

namespace tutti {

Trees::Trees(int letters) : leaves_(static_cast<std::size_t>(letters)), table_(256, nothing) {
  nodes_.reserve(2 * leaves_ + 64);
  nodes_.push_back({nothing, nothing, 0, 0, 0});
  for (int l = 0; l < letters; ++l) nodes_.push_back({nothing, nothing, l, l + 1, 1});
}

std::size_t Trees::place(Tree left, Tree right) const {
  std::uint64_t key = (static_cast<std::uint64_t>(left) << 32 | right) * 0x9E3779B97F4A7C15u;
  return static_cast<std::size_t>(key ^ key >> 32) & (table_.size() - 1);
}

Tree Trees::find(Tree left, Tree right) {
  if (left == nothing || right == nothing) return nothing;
  auto at = place(left, right);
  for (; table_[at] != nothing; at = (at + 1) & (table_.size() - 1))
    if (nodes_[table_[at]].left == left && nodes_[table_[at]].right == right) return table_[at];
  table_[at] = insert(left, right);
  const Tree made = table_[at];
  if (2 * (nodes_.size() - leaves_) > table_.size()) grow();
  return made;
}

Tree Trees::insert(Tree left, Tree right) {
  const Node l = nodes_[left], r = nodes_[right];
  const bool runs = l.first < l.last && r.first < r.last && l.last == r.first;
  const auto size = l.size + std::min(r.size, UINT32_MAX - l.size);
  nodes_.push_back({left, right, runs ? l.first : 0, runs ? r.last : 0, size});
  return static_cast<Tree>(nodes_.size() - 1);
}

void Trees::grow() {
  table_.assign(4 * table_.size(), nothing);
  for (std::size_t t = leaves_ + 1; t < nodes_.size(); ++t) {
    auto at = place(nodes_[t].left, nodes_[t].right);
    while (table_[at] != nothing) at = (at + 1) & (table_.size() - 1);
    table_[at] = static_cast<Tree>(t);
  }
}

std::optional<Word> Trees::word(Tree t) const {
  const auto& n = nodes_[t];
  return n.first < n.last ? std::optional(Word{n.first, n.last}) : std::nullopt;
}

std::vector<int> Trees::letters(Tree t, std::size_t limit) const {
  std::vector<int> found;
  std::vector<Tree> open{t};
  while (!open.empty() && found.size() < limit) {
    const Tree top = open.back();
    open.pop_back();
    if (top == nothing) continue;
    if (nodes_[top].left == nothing) {
      found.push_back(letter(top));
    } else {
      open.push_back(nodes_[top].right);
      open.push_back(nodes_[top].left);
    }
  }
  return found;
}

bool Trees::each_once(Tree t, const Word& word) const {
  const auto length = static_cast<std::size_t>(word.last - word.first);
  if (size(t) != length) return false;
  std::vector<bool> seen(length, false);
  for (int l : letters(t, length)) {
    if (l < word.first || l >= word.last || seen[static_cast<std::size_t>(l - word.first)]) return false;
    seen[static_cast<std::size_t>(l - word.first)] = true;
  }
  return true;
}

std::vector<Tree> Trees::below(const std::vector<Tree>& trees) const {
  const Tree last = trees.empty() ? nothing : *std::ranges::max_element(trees);
  std::vector<bool> seen(last + std::size_t{1}, false);
  for (const Tree t : trees) seen[t] = true;
  for (Tree t = last; t > leaves_; --t)  // a tree is made after its parts, and has a greater handle
    if (seen[t]) seen[nodes_[t].left] = seen[nodes_[t].right] = true;
  std::vector<Tree> found;
  for (Tree t = leaf(0); t <= last; ++t)
    if (seen[t]) found.push_back(t);
  return found;
}

std::vector<int> Trees::alphabet(Tree t) const {
  std::vector<int> found;
  for (const Tree part : below({t}))
    if (part <= leaves_) found.push_back(letter(part));
  return found;
}

std::string Trees::print_word(Tree t) const {
  constexpr std::size_t limit = 40;
  if (t == nothing) return "nothing";
  if (const auto w = word(t); w && w->last - w->first > 2)
    return std::to_string(w->first) + "-" + std::to_string(w->last - 1);
  auto text = print_letters(letters(t, limit));
  if (size(t) > limit) text += "·… (" + std::to_string(size(t)) + " letters)";
  return text;
}

std::string Trees::print_tree(Tree t) const {
  if (t == nothing) return "nothing";
  return evaluate(
      *this, t, [](int letter) { return std::to_string(letter); },
      [](const std::string& left, const std::string& right) { return "(" + left + "·" + right + ")"; });
}

}  // namespace tutti
