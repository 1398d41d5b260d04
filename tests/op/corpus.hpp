// Reads the operators of tests/ops: see tests/ops/README.md.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "verified/op/law_finding.hpp"

namespace tutti::op::corpus {
using Words = std::vector<std::string>;

/// The parts of a text between separators, at least one, without the spaces around them.
inline Words split(const std::string& text, char separator) {
  Words parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) {
    const auto from = part.find_first_not_of(' '), to = part.find_last_not_of(' ');
    parts.push_back(from == std::string::npos ? "" : part.substr(from, to - from + 1));
  }
  if (parts.empty()) parts.push_back("");
  return parts;
}

struct Expectation {
  std::string law, domain;  ///< an empty domain stands for all that there are
  Words verdicts;           ///< any of these is right
};

inline bool is_law(const std::string& name) {
  for (auto law = Law::memory; law <= Law::declared; law = static_cast<Law>(static_cast<int>(law) + 1))
    if (name == name_of(law)) return true;
  return false;
}

inline bool is_domain(const std::string& name) {
  return name == name_of(Domain::ieee) || name == name_of(Domain::ieee_ordinary) || name == name_of(Domain::real);
}

inline bool is_verdict(const std::string& name) {
  return name == name_of(Answer::proved) || name == name_of(Answer::refuted) || name == name_of(Answer::unknown);
}

/// Parses "associative ieee refuted, real proved|unknown; pure proved".
inline std::vector<Expectation> parse(const std::string& line) {
  std::vector<Expectation> all;
  for (const auto& of_law : split(line, ';')) {
    const auto space = std::min(of_law.find(' '), of_law.size());
    const auto law = of_law.substr(0, space);
    for (const auto& text : split(of_law.substr(space), ',')) {
      const auto words = split(text, ' ');
      Expectation e{law, words.size() == 1 ? "" : words[0], split(words.back(), '|')};
      const bool has_domain = words.size() == 2 && is_domain(e.domain);
      if (!is_law(law) || !(has_domain || words.size() == 1) || !std::ranges::all_of(e.verdicts, is_verdict))
        throw std::invalid_argument("not an expectation: " + of_law);
      all.push_back(std::move(e));
    }
  }
  return all;
}

struct Operator {
  std::filesystem::path file;
  std::map<std::string, std::string> says;  ///< by key: type, function, …
  std::vector<Expectation> expected;
};

/// Its first lines, as far as they are "// key: value".
inline Operator read_operator(const std::filesystem::path& path) {
  Operator op{path, {}, {}};
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("// ");) {
    const auto colon = line.find(": ");
    if (colon == std::string::npos) throw std::invalid_argument(path.string() + ": no key in " + line);
    const auto key = line.substr(3, colon - 3), value = line.substr(colon + 2);
    if (key != "expect") {
      op.says[key] += (op.says[key].empty() ? "" : " ") + value;
      continue;
    }
    for (auto& e : parse(value)) op.expected.push_back(std::move(e));
  }
  return op;
}

/// By name.
inline std::vector<Operator> all_operators() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(TUTTI_SOURCE_DIR) / "tests/ops"))
    if (entry.path().extension() != ".md") files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Operator> all;
  for (const auto& file : files) all.push_back(read_operator(file));
  return all;
}

}  // namespace tutti::op::corpus
