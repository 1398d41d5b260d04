// Text that comes from elsewhere, as readers of UTF-8 take it.
#pragma once
#include <string>
#include <string_view>

namespace tutti {

/// Bytes of the UTF-8 character that `text`, which is not empty, begins with; 0 where it begins with none, or with a
/// control character.
std::size_t utf8_character(std::string_view text);

/// The text with U+FFFD for each byte of what is no UTF-8 and for each control character but tabs and line breaks.
std::string valid_utf8(std::string_view text);

/// One line of UTF-8: a space for each line break, "?" for each byte of what is no UTF-8 and for each other control
/// character. Of what is longer than `most` bytes the middle is left out, with how much that was.
std::string printable(std::string_view text, std::size_t most = 2000);

}  // namespace tutti
