// What a rank says of the bracketing of its result: one line for each tree, with the elements that have it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verified/conform/judge/reveal.hpp"

namespace tutti::conform {

/// The elements first to last of the vector; both belong to it.
struct ElementRun {
  std::int64_t first, last;
  bool operator==(const ElementRun&) const = default;
};

struct RevealedElements {
  std::vector<ElementRun> elements;  ///< ascending
  Revealed revealed;
};

/// "0-499,700"
std::string print(const std::vector<ElementRun>& elements);

/// What such a text says; nothing for any other.
std::optional<std::vector<ElementRun>> parse_elements(std::string_view text);

/// "tree 0-499,700 ((0·1)·2)", or "doubted-tree" where the masks alone show it, or "no-tree 0-499,700 WHY": a note in a
/// Report.
std::string print(const RevealedElements& r);

/// What such a note says; nothing for any other.
std::optional<RevealedElements> parse_revealed(std::string_view note);

}  // namespace tutti::conform
