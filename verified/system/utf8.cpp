#include "verified/system/utf8.hpp"

#include <algorithm>

namespace tutti {

std::size_t utf8_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const bool is_overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool is_none = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
  return is_overlong || is_none ? 0 : length;
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const bool is_space = text[0] == '\n' || text[0] == '\t' || text[0] == '\r';
    const auto length = is_space ? 1 : utf8_character(text);
    valid += length == 0 ? "\uFFFD" : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return valid;
}

std::string printable(std::string_view text, std::size_t most) {
  std::string clean;
  while (!text.empty()) {
    const auto length = utf8_character(text);
    clean += length > 0 ? text.substr(0, length) : text[0] == '\n' ? " " : "?";
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  if (clean.size() <= most) return clean;
  const auto is_start = [&](std::size_t at) { return (static_cast<unsigned char>(clean[at]) & 0xc0) != 0x80; };
  constexpr std::size_t words = 40;  // " … 18446744073709551615 bytes … ", at most
  auto head = (most - std::min(most, words)) / 2, tail = clean.size() - head;
  while (!is_start(head)) --head;
  while (tail < clean.size() && !is_start(tail)) ++tail;
  return clean.substr(0, head) + " … " + std::to_string(tail - head) + " bytes … " + clean.substr(tail);
}

}  // namespace tutti
