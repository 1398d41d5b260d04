// Texts that are nearly right, for whoever reads what others write.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/property.hpp"

namespace tutti {

/// Up to four changes of `text`: bytes that are others, lost, doubled or moved, and what readers stumble over.
inline std::string garbled(std::string text) {
  using namespace std::string_view_literals;
  static constexpr std::array words{""sv,     "0"sv,    "-1"sv,  "1e999"sv, "nan"sv,        "99999999999999999999"sv,
                                    "\0"sv,   "\xff"sv, "\n"sv,  "{"sv,     "}"sv,          "[["sv,
                                    "]"sv,    "\""sv,   ","sv,   ":"sv,     "2147483648"sv, "null"sv,
                                    "-2.5"sv, "="sv,    "\\u"sv, "é"sv,     "4294967297"sv, " "sv};
  const auto place = [&] { return static_cast<std::size_t>(draw(static_cast<int>(text.size()) + 1)); };
  for (int n = draw(4); n >= 0; --n) {
    const auto at = place(), length = static_cast<std::size_t>(draw(draw(3) == 0 ? 100 : 4));
    const auto part = text.substr(at, length);
    switch (draw(5)) {
      case 0: text.replace(at, length, words[static_cast<std::size_t>(draw(words.size()))]); break;
      case 1: text.insert(at, part); break;
      case 2: text.erase(at, length), text.insert(std::min(place(), text.size()), part); break;
      case 3: text.resize(at); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(draw(256));
    }
  }
  return text;
}

/// Of texts that are nearly one of `right`, `read` reads each, at least `least_read` of them, or throws a Refusal.
template <class Refusal, class Read>
void reads_or_refuses(const std::string& says, const std::vector<std::string>& right, Read read, int cases = 2000,
                      int least_read = 0) {
  int were_read = 0, refused = 0;
  for (const auto& text : right) CHECK_NOTHROW(read(text));
  property(
      says,
      [&] {
        const auto text = garbled(right[static_cast<std::size_t>(draw(static_cast<int>(right.size())))]);
        try {
          read(text);
          ++were_read;
        } catch (const Refusal&) {
          ++refused;
        }
      },
      cases, [&] { return refused > 0 && were_read >= least_read; });
}

}  // namespace tutti
