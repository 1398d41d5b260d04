#include "verified/conform/judge/reveal_note.hpp"

#include <algorithm>
#include <charconv>

namespace tutti::conform {
namespace {

std::string_view take_word(std::string_view& text) {
  const auto word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

bool take_number(std::string_view& text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc{} && number >= 0;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<std::vector<ElementRun>> parse_elements(std::string_view text) {
  std::vector<ElementRun> elements;
  do {
    ElementRun run{};
    if (!take_number(text, run.first)) return std::nullopt;
    run.last = run.first;
    if (take(text, '-') && !take_number(text, run.last)) return std::nullopt;
    elements.push_back(run);
  } while (take(text, ','));
  return text.empty() ? std::optional(std::move(elements)) : std::nullopt;
}

std::string print(const std::vector<ElementRun>& elements) {
  std::string text;
  for (const auto& [first, last] : elements) {
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last > first) text += "-" + std::to_string(last);
  }
  return text;
}

std::string print(const RevealedElements& r) {
  const auto& [tree, why, doubted] = r.revealed;
  const auto elements = print(r.elements) + " ";
  if (tree) return "tree " + elements + print(*tree);
  if (doubted) return "doubted-tree " + elements + print(*doubted);
  return "no-tree " + elements + why;
}

std::optional<RevealedElements> parse_revealed(std::string_view note) {
  const auto kind = take_word(note);
  if (kind != "tree" && kind != "doubted-tree" && kind != "no-tree") return std::nullopt;
  const auto elements = parse_elements(take_word(note));
  if (!elements) return std::nullopt;
  if (kind == "no-tree") return RevealedElements{*elements, {std::nullopt, std::string(note)}};
  auto tree = parse_bracketing(note);
  if (!tree) return std::nullopt;
  return RevealedElements{*elements, kind == "tree" ? Revealed{std::move(tree)} : unconfirmed(*tree)};
}

}  // namespace tutti::conform
