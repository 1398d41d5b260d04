#include "cli/conform/calls.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/common/commands.hpp"
#include "cli/conform/read_input.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& path, int line, const std::string& why) {
  throw UsageError(fmt::format("--calls: {}:{}: {}", path, line, why));
}

/// What a rank has written, line by line; the first says how many ranks there are.
std::vector<Json> read_rank(const std::string& path) {
  std::istringstream text(read_input("--calls", path));
  std::vector<Json> lines;
  for (std::string line; std::getline(text, line);) {
    const int number = static_cast<int>(lines.size()) + 1;
    auto json = Json::parse(line, nullptr, false);
    if (!json.is_object()) refuse(path, number, "this is no line of a recording, which TUTTI=record=FILE writes");
    lines.push_back(std::move(json));
  }
  if (lines.empty() || !lines.front().contains("tutti_recording") || !lines.front().contains("ranks") ||
      !lines.front()["ranks"].is_number_integer())
    refuse(path, 1, "this is no recording, which TUTTI=record=FILE writes");
  if (lines.front()["tutti_recording"] != 1) refuse(path, 1, "the recording is of a later version of tutti");
  return lines;
}

}  // namespace

std::vector<std::string> cases_of_calls(const std::string& file) {
  std::vector<std::string> cases;
  std::set<std::string> known;
  int ranks = 1;
  for (int r = 0; r < ranks; ++r) {
    const auto lines = read_rank(fmt::format("{}.{}", file, r));
    ranks = lines.front()["ranks"].get<int>();
    for (const auto& line : lines) {
      const auto call = line.find("call");
      if (call == line.end() || !call->is_object() || !call->contains("case") || !(*call)["case"].is_string()) continue;
      auto text = (*call)["case"].get<std::string>();
      if (known.insert(text).second) cases.push_back(std::move(text));
    }
  }
  if (cases.empty())
    throw UsageError(
        "--calls " + file +
        ": no call has predefined datatypes and operators on an intracommunicator, so none is like a case");
  return cases;
}

}  // namespace tutti::cli
