#include "verified/conform/case/bracketing.hpp"

#include <algorithm>
#include <charconv>

namespace tutti::conform {
namespace {

constexpr std::string_view dot = "·";

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

std::optional<Bracketing> take_leaf(std::string_view& text) {
  Bracketing leaf;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), leaf.leaf);
  if (error != std::errc{} || leaf.leaf < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return leaf;
}

std::optional<Bracketing> take_tree(std::string_view& text) {
  if (!take(text, "(")) return take_leaf(text);
  Bracketing node;
  do {
    auto part = take_tree(text);
    if (!part) return std::nullopt;
    node.parts.push_back(std::move(*part));
  } while (take(text, dot));
  if (node.parts.size() < 2 || !take(text, ")")) return std::nullopt;
  return node;
}

void collect(const Bracketing& tree, std::vector<Rank>& found) {
  if (tree.is_leaf()) found.push_back(tree.leaf);
  for (const auto& part : tree.parts) collect(part, found);
}

}  // namespace

std::vector<Rank> leaves(const Bracketing& tree) {
  std::vector<Rank> found;
  collect(tree, found);
  return found;
}

std::size_t widest(const Bracketing& tree) {
  auto most = tree.parts.size();
  for (const auto& part : tree.parts) most = std::max(most, widest(part));
  return most;
}

std::string print(const Bracketing& tree) {
  if (tree.is_leaf()) return std::to_string(tree.leaf);
  std::string text;
  for (const auto& part : tree.parts) text += std::string(text.empty() ? "(" : dot) + print(part);
  return text + ")";
}

std::optional<Bracketing> parse_bracketing(std::string_view text) {
  auto tree = take_tree(text);
  return text.empty() ? tree : std::nullopt;
}

}  // namespace tutti::conform
