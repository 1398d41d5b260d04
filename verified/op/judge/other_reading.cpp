#include "verified/op/judge/other_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::op {
namespace {

struct Line {
  std::string file, text;
  int number;

  bool operator==(const Line&) const = default;
};

/// Follows the preprocessor's own lines, such as `# 12 "sum.c" 2`: a flag 3 marks a system header, and what the
/// compiler defines itself stands in "<built-in>" (GCC manual, Preprocessor Output).
class Position {
 public:
  /// What stands in the file `besides` is no text of the user.
  explicit Position(std::string besides) : besides_(std::move(besides)) {}
  bool read_marker(const std::string& line) {
    if (!line.starts_with("# ")) return false;
    const auto open = line.find('"'), close = line.rfind('"');
    if (open == close) return false;
    number_ = std::atoi(line.c_str() + 2);
    file_ = line.substr(open + 1, close - open - 1);
    is_users_ = !file_.starts_with('<') && file_ != besides_ && line.find(" 3", close) == std::string::npos;
    return true;
  }
  int next() { return number_++; }
  bool is_users() const { return is_users_; }
  const std::string& file() const { return file_; }

 private:
  std::string besides_, file_;
  int number_ = 0;
  bool is_users_ = false;
};

/// The lines of the user's files that are left, where the source is no file of `besides`.
std::vector<Line> lines_read(const Source& source, const std::vector<std::string>& flags,
                             const std::string& besides = "") {
  const auto preprocessed = preprocess(source, flags);
  std::vector<Line> lines;
  std::ifstream in(preprocessed.path());
  Position position(besides);
  for (std::string text; std::getline(in, text);) {
    if (position.read_marker(text)) continue;
    const int number = position.next();
    if (position.is_users() && text.find_first_not_of(" \t") != std::string::npos)
      lines.push_back({position.file(), text, number});
  }
  return lines;
}

/// The same of the source as a file that another one includes, as it is compiled here.
std::vector<Line> lines_included(const Source& source) {
  const bool is_c = source.file.ends_with(".c");
  const TemporaryFile includer(is_c ? "includer.c" : "includer.cpp");
  std::ofstream(includer.path()) << fmt::format("#include \"{}\"\n", std::filesystem::absolute(source.file).string());
  return lines_read({.file = includer.path(), .flags = source.flags, .deadline = source.deadline}, {"-O0"},
                    includer.path());
}

/// Whether a compiler puts something there that is another thing each time.
bool changes_with_time(const Line& line) {
  constexpr std::string_view changing[] = {"__TIME__", "__DATE__", "__TIMESTAMP__", "__BASE_FILE__"};
  return std::ranges::any_of(changing, [&](auto name) { return line.text.find(name) != std::string::npos; });
}

/// The first line that only one of them has.
const Line* first_difference(const std::vector<Line>& a, const std::vector<Line>& b) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  if (in_a == a.end()) return in_b == b.end() ? nullptr : &*in_b;
  const bool only_in_a = in_b == b.end() || std::find(in_a, a.end(), *in_b) != a.end();
  return only_in_a ? &*in_a : &*in_b;
}

}  // namespace

std::optional<std::string> other_reading(const Source& source) try {
  const auto usual = lines_read(source, {"-O0"});
  const auto says = [](const char* when, const Line& line) {
    const auto file = std::filesystem::path(line.file).filename().string();
    return fmt::format("{} {}:{} says something else", when, file, line.number);
  };
  const std::pair<const char*, std::vector<Line>> others[] = {
      {"with optimisation", lines_read(source, {"-O2"})},
      {"with optimisation for size", lines_read(source, {"-Os"})},
      {"for this processor (-march=native)", lines_read(source, {"-O0", "-march=native"})},
      {"for clang", lines_read(source, {"-O0", "-D__clang__=14"})},
      {"where another file includes it", lines_included(source)}};
  for (const auto& [when, other] : others)
    if (const auto* line = first_difference(usual, other)) return says(when, *line);
  const auto changing = std::ranges::find_if(usual, changes_with_time);
  return changing == usual.end() ? std::nullopt : std::optional(says("compiled another time", *changing));
} catch (const DeadlinePassed&) {
  return "there was no time to look for others";
} catch (const EnvironmentError&) {
  return std::nullopt;
} catch (const DoesNotCompile&) {  // such as an #error for clang; who compiles it then sees it
  return std::nullopt;
}

}  // namespace tutti::op
