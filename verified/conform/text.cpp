#include "verified/conform/text.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>
#include <fstream>
#include <sstream>

namespace tutti::conform {
namespace {

constexpr std::size_t longest = 2000;

/// Bytes of the UTF-8 character that `text` begins with; 0 where it begins with none, or with a control character.
std::size_t character(std::string_view text) {
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

}  // namespace

std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    errno = EISDIR;
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty() && clean.size() < longest) {
    const auto length = character(text);
    clean += length == 0 ? "?" : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return clean;
}

std::string last_lines(const std::string& text, std::size_t most) {
  std::deque<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const bool has_letters = std::ranges::any_of(line, [](unsigned char c) { return std::isalpha(c) != 0; });
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (has_letters) lines.push_back(printable(line));
    if (lines.size() > most) lines.pop_front();
  }
  std::string joined;
  for (const auto& line : lines) joined += (joined.empty() ? "" : " | ") + line;
  return joined;
}

std::string shell_quoted(const std::string& text) {
  constexpr auto harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!text.empty() && text.find_first_not_of(harmless) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char letter : text) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
  return quoted + "'";
}

std::string describe_status(int status) {
  const auto text = "status " + std::to_string(status);
  return status > 128 && status < 128 + NSIG ? text + " (" + strsignal(status - 128) + ")" : text;
}

}  // namespace tutti::conform
