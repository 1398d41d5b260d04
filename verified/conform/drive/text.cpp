#include "verified/conform/drive/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstring>
#include <span>
#include <sstream>
#include <vector>

#include "verified/system/utf8.hpp"

namespace tutti::conform {
namespace {

std::vector<std::string> lines_with_letters(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const bool has_letters = std::ranges::any_of(line, [](unsigned char c) { return std::isalpha(c) != 0; });
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (has_letters) lines.push_back(printable(line));
  }
  return lines;
}

std::string joined(std::span<const std::string> lines) {
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : " | ") + line;
  return text;
}

/// What MPIs, launchers and the C library say of a program's end, the most telling first.
constexpr std::array<std::string_view, 9> telling_words{"assert", "corrupt",   "invalid", "fault", "deadlock",
                                                        "abort",  "exception", "fatal",   "error"};

/// The place of the first telling word in it, or their number.
std::size_t rank_by_words(std::string line) {
  std::ranges::transform(line, line.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto found =
      std::ranges::find_if(telling_words, [&](std::string_view word) { return line.find(word) != std::string::npos; });
  return static_cast<std::size_t>(found - telling_words.begin());
}

}  // namespace

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string last_lines(const std::string& text, std::size_t most) {
  const auto lines = lines_with_letters(text);
  return joined(std::span(lines).last(std::min(most, lines.size())));
}

std::string telling_lines(const std::string& text, std::size_t most) {
  struct Line {
    std::size_t number, rank;
    std::string text;
  };
  std::vector<Line> telling;
  for (auto& line : lines_with_letters(text)) {
    const auto rank = rank_by_words(line);
    if (rank < telling_words.size() && std::ranges::find(telling, line, &Line::text) == telling.end())
      telling.push_back({telling.size(), rank, std::move(line)});
  }
  if (telling.empty()) return last_lines(text, most);
  std::ranges::stable_sort(telling, {}, &Line::rank);
  telling.resize(std::min(most, telling.size()));
  std::ranges::sort(telling, {}, &Line::number);
  std::vector<std::string> lines;
  for (auto& line : telling) lines.push_back(std::move(line.text));
  return joined(lines);
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
