// What the commands answer of a record that says as little as one can (tests/support/newcomer.cpp), and of records that
// do not say how their schedule is made (tests/cli/no_builder.cpp).
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

namespace tutti {
namespace {

using nlohmann::json;

Outcome ask(const std::string& arguments) { return run(TUTTI_REFUTED_PROGRAM, arguments); }

TEST_CASE("a record without a time or a source is proved, and its time is listed as unclaimed") {
  CHECK(ask("verify allreduce/newcomer --quiet").status == 0);
  const auto text = ask("list allreduce").out;
  const auto entry = text.substr(text.find("allreduce/newcomer "));
  CHECK(entry.find(" p = 2^m, m > 0 ") < entry.find('\n'));
  CHECK(entry.find("\n    shapes  1, 3\n    time    unclaimed\nallreduce/") != std::string::npos);
  const auto listed = json::parse(ask("list allreduce --json -").out);
  const auto& all = listed.at("algorithms");
  const auto at = std::ranges::find(all, "allreduce/newcomer", [](const json& a) { return a.at("name"); });
  REQUIRE(at != all.end());
  CHECK(at->at("cost") == "unclaimed");
  CHECK(at->at("cost_difference") == "");
  CHECK(at->at("cites") == "");
  CHECK(at->at("supports") == "p = 2^m, m > 0");
  CHECK(at->at("verdict") == "proved");
}

TEST_CASE("without a formula an algorithm is priced by its replay, in both models, and takes its place on the map") {
  // Two segments one after the other, in two rounds each: 4 alpha, and twice the vector.
  const auto priced = ask("cost allreduce/newcomer --p 4 --bytes 10 --alpha 5 --beta 0.25 --gamma 1 --json -");
  REQUIRE(priced.status == 0);
  const auto line = json::parse(priced.out).at("results")[0].at("algorithms")[0];
  CHECK(line.at("seconds") == doctest::Approx(4 * 5 + 2 * 10 * 0.25 + 2 * 10 * 1));
  CHECK(ask("cost allreduce/newcomer --p 4 --bytes 10 --model loggp").status == 0);
  const Folder folder;
  CHECK(ask("cost allreduce/newcomer allreduce/ring --map " + (folder / "map.svg").string()).status == 0);
}

TEST_CASE("an algorithm that is for some p refuses another one by the name of what it is for, in every command") {
  const std::string refusal = "allreduce/newcomer is for p = 2^m, m > 0, and p is 6";
  for (const std::string command : {"show allreduce/newcomer --p 6", "cost allreduce/newcomer --p 6 --bytes 8",
                                    "verify allreduce/newcomer --p 6"}) {
    CAPTURE(command);
    const auto o = ask(command);
    check_refused(o, command.starts_with("verify") ? "allreduce/newcomer has no case to prove: it is for p = 2^m, m > 0"
                                                   : refusal);
  }
}

TEST_CASE(
    "a record with no builder, or with two, is refuted by every command, which names it, the fields and the file") {
  const std::pair<std::string, std::string> why[] = {
      {"scan/no_builder",
       "its record has neither .make nor .rules; give one of them in algorithms/scan/no_builder.cpp"},
      {"scan/two_builders",
       "its record has both .make and .rules; give one of them in algorithms/scan/two_builders.cpp"}};
  const auto all = ask("verify scan --max-p 4");
  CHECK(all.status == 1);
  CHECK(all.out.find(" 2 refuted, 0 unknown") != std::string::npos);
  const auto listed = ask("list scan");
  CHECK(listed.status == 1);
  for (const auto& row : why) {
    CAPTURE(row.first);
    const auto text = "p = 1, root 0: found no schedule: " + row.second + ", due a schedule (malformed)";
    CHECK(all.out.find("  " + text + "\n  see: tutti show " + row.first + " --p 1\n") != std::string::npos);
    const auto entry = listed.out.substr(listed.out.find(row.first + " "));
    CHECK(entry.find("REFUTED") < entry.find('\n'));
    for (const std::string& command :
         {"show " + row.first + " --p 4", "show " + row.first + " --p 4 --format jsonl",
          "cost " + row.first + " --p 4 --bytes 8", std::string("cost scan --p 4 --bytes 8"),
          std::string("show --all --format jsonl --max-p 1")}) {
      CAPTURE(command);
      const auto o = ask(command);
      CAPTURE(o.err);
      CHECK(o.status == 1);
      if (command.find("scan --p") == std::string::npos) CHECK(o.err.find(row.second) != std::string::npos);
      CHECK(o.err.find("scan/") != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace tutti
