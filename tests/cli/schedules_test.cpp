// Schedules in files, from outside: verify, show, cost and run take them, and refuse what is none in one line.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/others/mscclpp_plans.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

namespace tutti {
namespace {

/// A folder with files, for as long as it lives.
class Files {
 public:
  Files() {
    write("chain.json", R"({"collective": "reduce", "p": 3, "root": 2, "rounds": [
      {"steps": [{"from": 0, "to": 1, "action": "fold_left"}]},
      {"steps": [{"from": 1, "to": 2, "action": "fold_left"}]}]})");
    write("wrong.json", R"({"collective": "reduce", "p": 3, "root": 2, "rounds": [
      {"steps": [{"from": 0, "to": 2, "action": "fold_left"}]}]})");
    write("bad.json", R"({"collective": "reduce", "p": 3, "root": 3, "rounds": []})");
    write("pair.xml", pair(-1));
    write("racing.xml", pair(-2));
    auto put = put_allgather(2);
    write("put.json", put.dump());
    write("plans.jsonl", put.dump() + "\n");
    for (auto& gpu : put["gpus"]) gpu["threadblocks"][0]["ops"].erase(3);
    write("unmet.json", put.dump());
    write("pipeline.json", pipelined_allgather().dump());
  }

  void write(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  /// {chain.json} stands for the path of that file.
  Outcome tutti(std::string arguments) const {
    for (std::size_t at; (at = arguments.find('{')) != std::string::npos;) {
      const auto end = arguments.find('}', at);
      arguments.replace(at, end + 1 - at, path(arguments.substr(at + 1, end - at - 1)));
    }
    return run(TUTTI_PROGRAM, arguments);
  }

 private:
  /// An exchange of two ranks, where the sum waits for the send of its rank; for -2 it stands in another threadblock.
  static std::string pair(int kind) {
    std::string text =
        "<algo name=\"pair\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"1\" ngpus=\"2\" coll=\"allreduce\" "
        "inplace=\"1\">\n";
    for (int r = 0; r < 2; ++r) {
      const auto step = [](int s, const char* type) {
        return fmt::format(
            "<step s=\"{}\" type=\"{}\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"i\" dstoff=\"0\" cnt=\"1\" "
            "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n",
            s, type);
      };
      text += fmt::format("<gpu id=\"{}\">\n<tb id=\"0\" send=\"{}\" recv=\"{}\" chan=\"0\">\n", r, 1 - r, 1 - r) +
              step(0, "s");
      if (kind == -2)
        text += fmt::format("</tb>\n<tb id=\"1\" send=\"{}\" recv=\"{}\" chan=\"0\">\n", 1 - r, 1 - r) + step(0, "rrc");
      else
        text += step(1, "rrc");
      text += "</tb>\n</gpu>\n";
    }
    return text + "</algo>\n";
  }

  Folder folder_;
};

TEST_CASE("verify says of a file what is proved, for its p and root and nothing beyond, or where it goes wrong") {
  const Files files;
  const auto right = files.tutti("verify {chain.json}");
  CHECK(right.status == 0);
  CHECK(right.out.find("reduce, p = 3, root 2, and nothing beyond") != std::string::npos);
  const auto wrong = files.tutti("verify {chain.json} {wrong.json} --json -");
  CHECK(wrong.status == 1);
  const auto results = nlohmann::json::parse(wrong.out).at("results");
  CHECK(results.at(0).at("verdict") == "proved");
  CHECK(results.at(0).at("needs") == nlohmann::json({"associative"}));
  CHECK(results.at(1).at("verdict") == "refuted");
  CHECK(results.at(1).at("counterexample").at("fault") == "contract");
  CHECK(results.at(1).at("counterexample").at("show") == "tutti show " + files.path("wrong.json"));
}

TEST_CASE("verify says of a file of MSCCL where it races, and how much a connection must hold") {
  const Files files;
  const auto right = files.tutti("verify {pair.xml}");
  CHECK(right.status == 0);
  CHECK(right.out.find("each connection must hold 1 message\n") != std::string::npos);
  const auto json = files.tutti("verify {pair.xml} {racing.xml} --json -");
  CHECK(json.status == 1);
  const auto results = nlohmann::json::parse(json.out).at("results");
  CHECK(results.at(0).at("slots") == 1);
  CHECK_FALSE(results.at(1).contains("slots"));
  CHECK(results.at(1).at("counterexample").at("show").is_null());
  const auto full = files.tutti("verify {pair.xml} --slots 0");
  CHECK(full.status == 1);
  CHECK(full.out.find("(deadlock)") != std::string::npos);
  const auto racing = files.tutti("verify {racing.xml}");
  CHECK(racing.status == 1);
  CHECK(racing.out.find("threadblock 1, step 0 (rrc) writes chunk 0 of the input") != std::string::npos);
  for (const std::string command : {"show", "run"}) {
    const auto refused = files.tutti(command + " {racing.xml}");
    CHECK(refused.status == 1);
    CHECK(refused.out.empty());
    CHECK(refused.err.find("racing.xml is refuted: rank ") != std::string::npos);
  }
  CHECK(files.tutti("cost {racing.xml} --bytes 8").status == 1);
}

TEST_CASE("verify says of a plan of MSCCL++ how it was called, and show, cost and run take what is proved") {
  const Files files;
  const auto right = files.tutti("verify {put.json} {pipeline.json}");
  CHECK(right.status == 0);
  CHECK(right.out.find("  allgather, p = 2, 3 calls in a row, and nothing beyond\n") != std::string::npos);
  CHECK(right.out.find(
            "  allgather, p = 2, 3 calls in a row, 3 units in each chunk of a pipeline, and nothing beyond\n") !=
        std::string::npos);
  const auto json = files.tutti("verify {pipeline.json} {unmet.json} {chain.json} --json -");
  CHECK(json.status == 1);
  const auto results = nlohmann::json::parse(json.out).at("results");
  CHECK(results.at(0).at("calls") == 3);
  CHECK(results.at(0).at("units") == 3);
  CHECK_FALSE(results.at(0).contains("slots"));
  CHECK(results.at(1).at("counterexample").at("fault") == "race");
  CHECK_FALSE(results.at(2).contains("calls"));
  for (const std::string command : {"show {put.json}", "run {put.json}", "cost {put.json} --bytes 8"})
    CHECK(files.tutti(command).status == 0);
  for (const std::string command : {"show {unmet.json}", "run {unmet.json}", "cost {unmet.json} --bytes 8"}) {
    const auto refused = files.tutti(command);
    CHECK(refused.status == 1);
    CHECK(refused.out.empty());
    CHECK(refused.err.find("unmet.json is refuted: ") != std::string::npos);
  }
  check_refused(files.tutti("show {pipeline.json}"), "each block has 3 chunks");
  check_refused(files.tutti("verify {plans.jsonl}"),
                "plans.jsonl:1: a plan of MSCCL++ is a file of its own, FILE.json");
  check_refused(files.tutti("verify {put.json} --slots 1"), "--slots is for files of MSCCL, FILE.xml");
}

TEST_CASE("what show writes of an algorithm is a file, and several are one in each line") {
  Files files;
  const auto line = run(TUTTI_PROGRAM, "show bcast/chain --p 5 --root 3 --shape 2 --format jsonl");
  REQUIRE(line.status == 0);
  files.write("two.jsonl", line.out + "\n" + line.out);
  const auto both = files.tutti("verify {two.jsonl} --json -");
  CHECK(both.status == 0);
  const auto results = nlohmann::json::parse(both.out).at("results");
  REQUIRE(results.size() == 2);
  CHECK(results.at(1).at("name") == files.path("two.jsonl") + ":3");
  const auto again = files.tutti("show {two.jsonl}:3 --format jsonl");
  CHECK(again.status == 0);
  CHECK(nlohmann::json::parse(again.out).at("rounds") == nlohmann::json::parse(line.out).at("rounds"));
  check_refused(files.tutti("show {two.jsonl}"), "two.jsonl has 2 schedules; name one of them");
  check_refused(files.tutti("show {two.jsonl}:2"), "there is no schedule in that line");
}

TEST_CASE("cost prices a file beside ours, show draws it and run runs it") {
  const Files files;
  const auto cost = files.tutti("cost {chain.json} reduce --bytes 8 --quiet --json -");
  REQUIRE(cost.status == 0);
  const auto json = nlohmann::json::parse(cost.out);
  CHECK(json.at("root") == 2);
  CHECK(json.at("results").at(0).at("p") == 3);
  CHECK(json.dump().find("chain.json") != std::string::npos);
  CHECK(json.dump().find("reduce/binomial") != std::string::npos);
  for (const std::string format : {"text", "svg", "json"})
    CHECK(files.tutti("show {pair.xml} --format " + format).status == 0);
  const auto ran = files.tutti("run {chain.json} --count 3");
  CHECK(ran.status == 0);
  CHECK(ran.out.find("which do not commute have the model's result wherever one is due") != std::string::npos);
  CHECK(run(TUTTI_PROGRAM, "run alltoall/bruck --p 5").status == 0);
  CHECK(files.tutti("run {wrong.json}").status == 1);
}

TEST_CASE("what is no schedule, and options that are not for files, are refused with status 2 and nothing printed") {
  const Files files;
  for (const auto& row : std::vector<std::pair<std::string, std::string>>{
           {"verify {bad.json}", "bad.json: \"root\" is 3; an integer from 0 to 2 is due"},
           {"verify {nothing.json}", "nothing.json: cannot be read"},
           {"show {bad.json}", "\"root\" is 3"},
           {"verify {chain.json} reduce", "reduce is no file as the others are"},
           {"verify {chain.json} --p 3", "a file has one p and root"},
           {"verify {chain.json} --all-p", "a file claims nothing beyond its p"},
           {"verify {chain.json} --slots 1", "--slots is for files of MSCCL"},
           {"verify reduce --slots 1", "--slots is for files of MSCCL"},
           {"verify {pair.xml} --slots -1", "--slots"},
           {"show {chain.json} --p 3", "leave --p, --root and --shape out"},
           {"run {chain.json} --root 2", "leave --p, --root and --shape out"},
           {"run barrier/dissemination --p 3", "a barrier moves no data"},
           {"cost {chain.json} --bytes 8 --root 1", "is for root 2, and root 1 is priced"},
           {"cost {chain.json} --bytes 8 --p 4", "is for p = 3 alone"},
           {"cost {chain.json} --map {map.svg}", "is for one p"}}) {
    CAPTURE(row.first);
    check_refused(files.tutti(row.first), row.second);
  }
}

}  // namespace
}  // namespace tutti
