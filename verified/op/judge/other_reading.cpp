#include "verified/op/judge/other_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
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

/// Installed, or an MPI's own wherever that is installed.
bool is_of_system(const std::string& file) {
  constexpr std::string_view of_mpi[] = {
      "mpi.h", "mpi_proto.h", "mpicxx.h", "mpio.h", "mpi-ext.h", "mpix.h", "mpi_portable_platform.h"};
  return file.starts_with("/usr/") ||
         std::ranges::find(of_mpi, std::filesystem::path(file).filename().string()) != std::end(of_mpi);
}

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
    is_users_ = !file_.starts_with('<') && file_ != besides_ && line.find(" 3", close) == std::string::npos &&
                !is_of_system(file_);
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

/// What one compiler reads of a source.
struct Reading {
  std::vector<Line> lines;                                     ///< of the user's files
  std::map<std::string, std::string, std::less<>> predefined;  ///< macros of the compiler
  std::set<std::string> defined;                               ///< in any file, with no value or some
  std::set<std::string> files;                                 ///< of the user
};

/// A file's name without "./", by which clang and gcc name the same file.
std::string normal(const std::string& file) { return std::filesystem::path(file).lexically_normal().string(); }

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The words of a text that may be macros.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size();) {
    auto end = at;
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end > at && !std::isdigit(static_cast<unsigned char>(text[at]))) all.emplace_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return all;
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// "# define FAST 2": the word is "define", the rest "FAST 2".
struct Directive {
  std::string_view word, rest;

  static std::optional<Directive> of(std::string_view line) {
    line = without_blanks(line);
    if (!line.starts_with('#')) return std::nullopt;
    line = without_blanks(line.substr(1));
    const auto end = std::ranges::find_if_not(line, is_of_name);
    const auto length = static_cast<std::size_t>(end - line.begin());
    return Directive{line.substr(0, length), without_blanks(line.substr(length))};
  }
  /// "FAST" of "#define FAST 2", or empty.
  std::string defined() const {
    const auto names = word == "define" ? names_in(rest) : std::vector<std::string>{};
    return names.empty() ? "" : names[0];
  }
  bool has_value() const {
    const auto value = without_blanks(rest.substr(std::min(rest.size(), defined().size())));
    return !value.empty() && !value.starts_with("//") && !value.starts_with("/*");
  }
  bool is_condition() const { return word == "if" || word == "ifdef" || word == "ifndef" || word == "elif"; }
  /// The name of which it asks whether it is not defined, if it does that alone.
  std::string absent() const {
    const auto names = names_in(rest);
    if (word == "ifndef" && names.size() == 1) return names[0];
    return word == "if" && rest.starts_with('!') && names.size() == 2 && names[0] == "defined" ? names[1] : "";
  }
};

/// Where the source is no file of `besides`.
Reading read(const TemporaryFile& preprocessed, const std::string& besides = "") {
  Reading reading;
  std::ifstream in(preprocessed.path());
  Position position(besides);
  for (std::string text; std::getline(in, text);) {
    if (position.read_marker(text)) continue;
    const int number = position.next();
    if (const auto directive = Directive::of(text); directive && directive->word == "define") {
      reading.defined.insert(directive->defined());
      if (position.file() == "<built-in>") reading.predefined[directive->defined()] = directive->rest;
    }
    if (position.is_users()) reading.files.insert(normal(position.file()));
    text.erase(text.find_last_not_of(" \t\r") + 1);
    if (position.is_users() && !text.empty()) reading.lines.push_back({normal(position.file()), text, number});
  }
  return reading;
}

/// The same of the source as a file that another one includes, as it is compiled here.
Reading read_included(const Source& source) {
  const bool is_c = source.file.ends_with(".c");
  const TemporaryFile includer(is_c ? "includer.c" : "includer.cpp");
  std::ofstream(includer.path()) << fmt::format("#include \"{}\"\n", std::filesystem::absolute(source.file).string());
  return read(preprocess({.file = includer.path(), .flags = source.flags, .deadline = source.deadline}, {"-O0"}),
              includer.path());
}

/// Numbers that compilers write with more or fewer digits.
bool is_limit_of_a_floating_point_type(std::string_view macro) {
  constexpr std::string_view prefixes[] = {"__FLT", "__DBL", "__LDBL"};
  return std::ranges::any_of(prefixes, [&](auto prefix) { return macro.starts_with(prefix); });
}

/// Whether the line uses a macro of the compiler that has another value for the other one.
bool uses_another_value(const Line& line, const Reading& a, const Reading& b) {
  const auto value = [](const Reading& reading, const std::string& name) {
    const auto found = reading.predefined.find(name);
    return found == reading.predefined.end() ? std::optional<std::string>{} : found->second;
  };
  return std::ranges::any_of(names_in(line.text), [&](const std::string& name) {
    return value(a, name) != value(b, name) && !is_limit_of_a_floating_point_type(name);
  });
}

/// Whether it asks the compiler what that knows, which is more with optimisation.
bool asks_the_compiler(const Line& line) {
  constexpr std::string_view asking[] = {"__builtin_constant_p", "__builtin_object_size",
                                         "__builtin_dynamic_object_size"};
  return std::ranges::any_of(asking, [&](auto name) { return line.text.find(name) != std::string::npos; });
}

/// As aligned as the processor likes it, which flags choose: __attribute__((aligned)).
bool is_aligned_by_flags(const Line& line) {
  for (auto at = line.text.find("aligned"); at != std::string::npos; at = line.text.find("aligned", at + 1)) {
    auto behind = std::string_view(line.text).substr(at + std::string_view("aligned").size());
    if (behind.starts_with("__")) behind.remove_prefix(2);
    behind = without_blanks(behind);
    const bool is_whole = at == 0 || !is_of_name(line.text[at - 1]) || line.text[at - 1] == '_';
    if (is_whole && (behind.starts_with(')') || behind.starts_with(','))) return true;
  }
  return false;
}

/// Whether a compiler puts something there that is another thing each time.
bool changes_with_time(const Line& line) {
  constexpr std::string_view changing[] = {"__TIME__", "__DATE__", "__TIMESTAMP__", "__BASE_FILE__"};
  return std::ranges::any_of(changing, [&](auto name) { return line.text.find(name) != std::string::npos; });
}

/// The first line that only one of them has, or that says another thing in each.
const Line* first_difference(const Reading& one, const Reading& other) {
  const auto &a = one.lines, &b = other.lines;
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  const auto by_value = std::find_if(a.begin(), in_a, [&](const Line& l) { return uses_another_value(l, one, other); });
  if (by_value != in_a) return &*by_value;
  if (in_a == a.end()) return in_b == b.end() ? nullptr : &*in_b;
  const bool only_in_a = in_b == b.end() || std::find(in_a, a.end(), *in_b) != a.end();
  return only_in_a ? &*in_a : &*in_b;
}

/// A way to read a source; nothing where it is none, such as an #error for clang: who compiles it then sees it.
std::optional<Reading> reading_by(const std::function<Reading()>& way) try {
  return way();
} catch (const DoesNotCompile&) {
  return std::nullopt;
}

}  // namespace

std::optional<std::string> other_reading(const Source& source) try {
  const auto by_gcc = [&](const std::vector<std::string>& flags) {
    return [&source, flags] { return read(preprocess(source, flags)); };
  };
  const auto usual = reading_by(by_gcc({"-O0"}));
  if (!usual) return std::nullopt;
  const auto says = [](const char* when, const Line& line) {
    const auto file = std::filesystem::path(line.file).filename().string();
    return fmt::format("{} {}:{} says something else", when, file, line.number);
  };
  const std::pair<const char*, std::function<Reading()>> others[] = {
      {"with optimisation", by_gcc({"-O2"})},
      {"with optimisation for size", by_gcc({"-Os"})},
      {"for this processor (-march=native)", by_gcc({"-O0", "-march=native"})},
      {"in a shared library (-fPIC)", by_gcc({"-O0", "-fPIC"})},
      {"at a fixed address (-fno-pie)", by_gcc({"-O0", "-fno-pie"})},
      {"for clang", [&] { return read(preprocess_as_clang(source, {"-O0"})); }},
      {"where another file includes it", [&] { return read_included(source); }}};
  for (const auto& [when, way] : others) {
    const auto other = reading_by(way);
    const auto* line = other ? first_difference(*usual, *other) : nullptr;
    if (line) return says(when, *line);
  }
  const auto find = [&](auto is) { return std::ranges::find_if(usual->lines, is); };
  if (const auto line = find(changes_with_time); line != usual->lines.end())
    return says("compiled another time", *line);
  if (const auto line = find(asks_the_compiler); line != usual->lines.end()) return says("with optimisation", *line);
  if (const auto line = find(is_aligned_by_flags); line != usual->lines.end()) return says("by other flags", *line);
  return std::nullopt;
} catch (const DeadlinePassed&) {
  return "there was no time to look for others";
} catch (const EnvironmentError&) {
  return std::nullopt;
}

namespace {

bool is_reserved(const std::string& name) {
  return name.starts_with("__") ||
         (name.size() > 1 && name[0] == '_' && std::isupper(static_cast<unsigned char>(name[1])));
}

/// A line that asks for a macro.
struct AskedMacro {
  std::string name;
  int line;
};

/// The first that `known` does not answer; a default, #ifndef and #define with a value, is for a flag to replace.
std::optional<AskedMacro> open_question(const std::string& file, const std::set<std::string>& by_flag,
                                        const std::set<std::string>& known) {
  std::ifstream in(file);
  std::string absent;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    const auto directive = Directive::of(text);
    if (!directive) {
      if (!without_blanks(text).empty()) absent.clear();
      continue;
    }
    if (!absent.empty() && directive->defined() == absent && directive->has_value() && !by_flag.contains(absent))
      return AskedMacro{absent, number};
    absent = directive->absent();
    if (!directive->is_condition()) continue;
    for (const auto& name : names_in(directive->rest))
      if (name != "defined" && !is_reserved(name) && !known.contains(name) && !by_flag.contains(name))
        return AskedMacro{name, number};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> reading_by_flags(const Source& source) try {
  const auto reading = read(preprocess(source, {"-O0"}));
  std::set<std::string> by_flag;
  for (std::size_t i = 0; i < source.flags.size(); ++i) {
    const auto& flag = source.flags[i];
    if (!flag.starts_with("-D") && !flag.starts_with("-U")) continue;
    const auto macro = flag.size() > 2 ? flag.substr(2) : i + 1 < source.flags.size() ? source.flags[i + 1] : "";
    by_flag.insert(macro.substr(0, macro.find('=')));
  }
  for (const auto& file : reading.files) {
    if (const auto open = open_question(file, by_flag, reading.defined))
      return fmt::format("by a flag -D{} {}:{} says something else; --cflags tells which is meant", open->name,
                         std::filesystem::path(file).filename().string(), open->line);
  }
  return std::nullopt;
} catch (const DeadlinePassed&) {
  return "there was no time to look for macros that flags define";
} catch (const InputError&) {
  return std::nullopt;
} catch (const EnvironmentError&) {
  return std::nullopt;
}

std::optional<std::string> newer_file(const Source& source, const std::string& binary) {
  const auto made = std::filesystem::last_write_time(binary);
  for (const auto& file : read(preprocess(source, {"-O0"})).files)
    if (std::error_code failed; std::filesystem::last_write_time(file, failed) > made && !failed) return file;
  return std::nullopt;
}

}  // namespace tutti::op
