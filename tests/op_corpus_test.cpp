// The operators of tests/ops, each with the verdicts that are due: see tests/ops/README.md.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "verified/op/finding.hpp"

namespace tutti::user {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// The parts of a text between separators, at least one, without the spaces around them.
Words split(const std::string& text, char separator) {
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

bool is_law(const std::string& name) {
  for (auto law = Law::memory; law <= Law::declared; law = static_cast<Law>(static_cast<int>(law) + 1))
    if (name == name_of(law)) return true;
  return false;
}

bool is_domain(const std::string& name) {
  return name == name_of(Domain::ieee) || name == name_of(Domain::ieee_ordinary) || name == name_of(Domain::real);
}

bool is_verdict(const std::string& name) {
  return name == name_of(Answer::proved) || name == name_of(Answer::refuted) || name == name_of(Answer::unknown);
}

/// Of "associative ieee refuted, real proved|unknown; pure proved".
std::vector<Expectation> parse(const std::string& line) {
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
  fs::path file;
  std::map<std::string, std::string> says;  ///< by key: type, function, …
  std::vector<Expectation> expected;
};

/// Its first lines, as far as they are "// key: value".
Operator read_operator(const fs::path& path) {
  Operator op{path, {}, {}};
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("// ");) {
    const auto colon = line.find(": ");
    if (colon == std::string::npos) throw std::invalid_argument(path.string() + ": no key in " + line);
    const auto key = line.substr(3, colon - 3), value = line.substr(colon + 2);
    if (key != "expect") {
      op.says[key] = value;
    } else {
      for (auto& e : parse(value)) op.expected.push_back(std::move(e));
    }
  }
  return op;
}

std::vector<Operator> corpus() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(TUTTI_SOURCE_DIR) / "tests/ops"))
    if (entry.path().extension() != ".md") files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Operator> all;
  for (const auto& file : files) all.push_back(read_operator(file));
  return all;
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

std::string arguments_of(const Operator& op) {
  auto all = "op " + quoted(op.file.string());
  for (const auto* key : {"function", "type", "commute", "pre", "meant"})
    if (const auto it = op.says.find(key); it != op.says.end())
      all += std::string(" --") + key + " " + quoted(it->second);
  return all + " --json -";
}

/// How many findings there are of each verdict.
struct Count {
  int proved = 0, refuted = 0, unknown = 0;

  void add(const std::string& verdict) {
    ++(verdict == name_of(Answer::proved) ? proved : verdict == name_of(Answer::refuted) ? refuted : unknown);
  }
  int all() const { return proved + refuted + unknown; }
};

std::string print(const Count& n) {
  return fmt::format("{} proved, {} refuted, {} unknown", n.proved, n.refuted, n.unknown);
}

/// Compares each finding of which something is expected.
void compare(const nlohmann::json& laws, const Expectation& expected, Count& count) {
  bool found = false;
  for (const auto& finding : laws) {
    if (finding.at("law") != expected.law) continue;
    if (!expected.domain.empty() && finding.at("domain") != expected.domain) continue;
    found = true;
    const auto verdict = finding.at("verdict").get<std::string>();
    count.add(verdict);
    CHECK_MESSAGE(std::ranges::count(expected.verdicts, verdict) == 1,
                  fmt::format("{} {} is {}: {}", expected.law, expected.domain, verdict, finding.dump()));
  }
  CHECK_MESSAGE(found, fmt::format("nothing is said of {} {}", expected.law, expected.domain));
}

Count check(const Operator& op) {
  Count count;
  const auto start = std::chrono::steady_clock::now();
  const auto outcome = run(TUTTI_PROGRAM, arguments_of(op));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const auto answer = nlohmann::json::parse(outcome.out, nullptr, false);
  if (answer.is_discarded() || !answer.contains("laws")) {
    FAIL_CHECK(fmt::format("status {}: {}{}", outcome.status, outcome.err, outcome.out));
    return count;
  }
  for (const auto& expected : op.expected) compare(answer["laws"], expected, count);
  MESSAGE(fmt::format("{}: {}, {:.2f} s", op.file.filename().string(), print(count), seconds.count()));
  return count;
}

TEST_CASE("an expectation with a misspelt law, domain or verdict is none") {
  const auto two = parse("associative ieee refuted, real proved|unknown; pure proved");
  REQUIRE(two.size() == 3);
  CHECK(two[1].domain == "real");
  CHECK(two[1].verdicts == Words{"proved", "unknown"});
  CHECK(two[2].law == "pure");
  for (const auto* wrong :
       {"asociative proved", "pure", "pure prooved", "pure real proved|maybe", "pure complex proved"})
    CHECK_THROWS_AS(parse(wrong), std::invalid_argument);
}

TEST_CASE("each operator of the corpus says what it is and what is expected of it") {
  const auto all = corpus();
  CHECK(all.size() >= 75);
  for (const auto& op : all) {
    CAPTURE(op.file);
    for (const auto* key : {"type", "function", "commute", "why"}) CHECK(op.says.contains(key));
    for (const auto& [key, value] : op.says) {
      CHECK(std::ranges::count(std::array{"type", "function", "commute", "pre", "meant", "why"}, key) == 1);
      if (key != "why") CHECK(value.find('\'') == std::string::npos);
    }
    CHECK_FALSE(op.expected.empty());
  }
}

TEST_CASE("the verdicts on the operators of the corpus are those expected, and nine of ten are decided" *
          doctest::test_suite("solvers")) {
  Count all;
  for (const auto& op : corpus()) {
    CAPTURE(op.file);
    const auto of_file = check(op);
    all.proved += of_file.proved;
    all.refuted += of_file.refuted;
    all.unknown += of_file.unknown;
  }
  MESSAGE("the corpus: " << print(all));
  CHECK(10 * all.unknown <= all.all());
  CHECK(all.all() > 0);
}

}  // namespace
}  // namespace tutti::user
