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

std::optional<Bracketing> take_tree(std::string_view& text, int depth) {
  if (!take(text, "(")) return take_leaf(text);
  if (depth == deepest_bracketing) return std::nullopt;
  Bracketing node;
  do {
    auto part = take_tree(text, depth + 1);
    if (!part) return std::nullopt;
    node.parts.push_back(std::move(*part));
  } while (take(text, dot));
  if (node.parts.size() < 2 || !take(text, ")")) return std::nullopt;
  return node;
}

}  // namespace

std::vector<Rank> leaves(const Bracketing& tree) {
  using Word = std::vector<Rank>;
  return evaluate(
      tree, [](Rank rank) { return Word{rank}; },
      [](const std::vector<Word>& operands) {
        Word word;
        for (const auto& part : operands) word.insert(word.end(), part.begin(), part.end());
        return word;
      });
}

std::size_t widest(const Bracketing& tree) {
  return evaluate(
      tree, [](Rank) { return std::size_t{0}; },
      [](const std::vector<std::size_t>& operands) { return std::max(operands.size(), std::ranges::max(operands)); });
}

std::string print(const Bracketing& tree) {
  return evaluate(
      tree, [](Rank rank) { return std::to_string(rank); },
      [](const std::vector<std::string>& operands) {
        std::string text;
        for (const auto& part : operands) text += std::string(text.empty() ? "(" : dot) + part;
        return text + ")";
      });
}

std::optional<Bracketing> parse_bracketing(std::string_view text) {
  auto tree = take_tree(text, 0);
  return text.empty() ? tree : std::nullopt;
}

}  // namespace tutti::conform
