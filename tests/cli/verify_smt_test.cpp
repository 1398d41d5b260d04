// `tutti verify --smt`, --all-p and --smt2 from outside.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

Outcome verify(const std::string& arguments) { return run(TUTTI_PROGRAM, "verify " + arguments); }

TEST_CASE("verify --all-p says of each algorithm whether it is proved for all p, and if not why") {
  const auto o = verify(
      "allreduce/ring alltoall/ring_shift allreduce/elimination alltoallw/pairwise_xor --max-p 64 --all-p --json -");
  CHECK(o.status == 0);
  const auto json = Json::parse(o.out);
  const auto& all_p = json.at("all_p");
  REQUIRE(all_p.size() == 4);
  CHECK(all_p[3].at("name") == "alltoallw/pairwise_xor");
  CHECK(all_p[3].at("proved_for") == "powers of two <= 46340");
  CHECK(all_p[0].at("proved_for") == "p <= 64");
  CHECK(all_p[0].at("why") == "it is not made by rules, of which alone that can be proved");
  CHECK(all_p[1].at("name") == "allreduce/ring");
  CHECK(all_p[1].at("proved_for") == "all p < 2^31");
  CHECK(all_p[1].at("queries") > 0);
  CHECK(all_p[2].at("proved_for") == "p <= 46340");
  CHECK(all_p[2].at("why") == "for more ranks an int does not count the blocks of an exchange");
  CHECK(!json.contains("engine"));
  for (const auto& query : json.at("queries")) {
    CHECK(query.at("name").get<std::string>().starts_with("all_p/"));
    CHECK(query.at("verdict") == "proved");
    CHECK(!query.at("states").get<std::string>().empty());
  }
}

/// What verify --all-p says of the first algorithm.
struct Claim {
  int status;
  std::string proved_for, why;
};

Claim claim(const char* program, const std::string& arguments) {
  const auto o = run(program, "verify " + arguments + " --all-p --json -");
  const auto entry = Json::parse(o.out).at("all_p").at(0);
  return {o.status, entry.at("proved_for"), entry.at("why")};
}

TEST_CASE("nothing is claimed for all p of an algorithm that the sweep of the same run refutes") {
  const auto wrong = claim(TUTTI_REFUTED_PROGRAM, "allreduce/wrong_at_5");
  CHECK(wrong.status == 1);
  CHECK(wrong.proved_for == "-");
  CHECK(wrong.why == "no claim for all p: refuted at p = 5");
  const auto text = run(TUTTI_REFUTED_PROGRAM, "verify allreduce/wrong_at_5 --all-p").out;
  CHECK(text.find("no claim for all p: refuted at p = 5") != std::string::npos);
  CHECK(text.find("2^31") == std::string::npos);
}

TEST_CASE("what is proved of those p that a record's own test admits is not said by the name that it gives them") {
  const auto own = claim(TUTTI_REFUTED_PROGRAM, "allreduce/own_test");
  CHECK(own.status == 0);
  CHECK(own.proved_for == "its own p < 2^31");
  CHECK(own.why == "its own test says which: \"every p\"");
}

TEST_CASE("nothing is claimed for all p where the sweep leaves out a p up to 64 or a root, or is stopped") {
  const std::string takes = "no claim for all p: it takes a sweep of all roots and every p <= 64";
  const auto few = claim(TUTTI_REFUTED_PROGRAM, "allreduce/wrong_at_5 --max-p 4");
  CHECK(few.status == 0);
  CHECK(few.proved_for == "p <= 4");
  CHECK(few.why == takes);
  const auto gap = claim(TUTTI_REFUTED_PROGRAM, "allreduce/wrong_at_5 --p 1-4,6-64");
  CHECK(gap.proved_for == "p = 1-4,6-64");
  CHECK(gap.why == takes);
  CHECK(claim(TUTTI_PROGRAM, "allreduce/ring --max-p 63").why == takes);
  CHECK(claim(TUTTI_PROGRAM, "allreduce/ring --max-p 65").proved_for == "all p < 2^31");
  const auto root = claim(TUTTI_PROGRAM, "reduce/binomial --root 0");
  CHECK(root.proved_for == "p = 1-64 (some roots)");
  CHECK(root.why == takes);
  const auto stopped = claim(TUTTI_PROGRAM, "reduce/binomial --time-limit 1e-9");
  CHECK(stopped.status == 3);
  CHECK(stopped.proved_for == "-");
  CHECK(stopped.why.starts_with("no claim for all p: 2080 of 2080 cases were not decided"));
}

TEST_CASE("a second proof of nothing is unknown: --smt where no p up to 16 is asked for") {
  const Folder folder;
  const auto files = " --json " + (folder / "a.json").string() + " --junit " + (folder / "a.xml").string();
  const auto o = verify("bcast/chain --p 17 --smt" + files);
  CHECK(o.status == 3);
  const std::string why = "it has no schedule for any p <= 16 that was asked for";
  CHECK(o.out.find("\nbcast/chain: not proved again: " + why + "\n") != std::string::npos);
  CHECK(o.out.find("verdicts, needs and bits as above") == std::string::npos);
  const auto unknown = Json::parse(read(folder / "a.json")).at("engine").at("unknown");
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].at("name") == "bcast/chain");
  CHECK(unknown[0].at("why") == why);
  pugi::xml_document xml;
  REQUIRE(xml.load_file((folder / "a.xml").c_str()));
  CHECK(xml.select_nodes("//testcase[@classname='engine'][@name='bcast/chain']/error").size() == 1);
}

TEST_CASE("verify --smt proves every case a second time, and says what it asked and what was slowest") {
  const auto o = verify("reduce/binomial --smt");
  CHECK(o.status == 0);
  CHECK(o.out.find("proved again by Z3 for p <= 16: 1 algorithms, 136 cases") != std::string::npos);
  CHECK(o.out.find("verdicts, needs and bits as above") != std::string::npos);
  CHECK(o.out.find("reduce/binomial                          all p < 2^31") != std::string::npos);
  CHECK(o.out.find("the slowest: all_p/reduce/binomial/") != std::string::npos);
  CHECK(o.out.find("counts/") == std::string::npos);
}

TEST_CASE("verify --smt2 writes each query with a comment that says what it states") {
  const Folder folder;
  const auto to = folder / "queries";
  REQUIRE(verify("barrier/dissemination --max-p 3 --smt2 " + to.string()).status == 0);
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(to)) {
    if (!entry.is_regular_file()) continue;
    ++files;
    const auto name = std::filesystem::relative(entry.path(), to).replace_extension().string();
    const auto text = read(entry.path());
    CAPTURE(name);
    CHECK(text.starts_with("; " + name + "\n; "));
    CHECK(text.find("(check-sat)") != std::string::npos);
  }
  CHECK(files > 3);
  CHECK(std::filesystem::exists(to / "all_p/barrier/dissemination/1/arrives.smt2"));
  CHECK(std::filesystem::exists(to / "engine/barrier/dissemination/p=3/entered.smt2"));
}

TEST_CASE("a query that is stopped is unknown: status 3, unless it is allowed") {
  const auto stopped = verify("allreduce/halving_doubling --max-p 2 --all-p --query-limit 1e-9 --junit -");
  CHECK(stopped.status == 3);
  CHECK(stopped.out.find("<error") != std::string::npos);
  const auto allowed = verify("allreduce/halving_doubling --max-p 2 --all-p --query-limit 1e-9 --allow-unknown");
  CHECK(allowed.status == 0);
  CHECK(allowed.out.find(" is unknown: ") != std::string::npos);
  CHECK(allowed.out.find("allreduce/halving_doubling               p <= 2 ") != std::string::npos);
}

TEST_CASE("what is refuted is refuted by both engines, and not proved for any p") {
  const auto o = run(TUTTI_REFUTED_PROGRAM, "verify reduce/forgets_rank_0 --max-p 3 --smt");
  CHECK(o.status == 1);
  CHECK(o.out.find("the first engine says") == std::string::npos);
  CHECK(o.out.find("all p < 2^31") == std::string::npos);
}

TEST_CASE("verify: bad usage of what is for Z3 gives status 2 and one line") {
  check_refused(verify("--query-limit 5"), "--query-limit");
  check_refused(verify("--all-p --query-limit 0"), "--query-limit: '0' is not a number of seconds");
  check_refused(verify("--smt --query-limit x"), "--query-limit: 'x' is not a number of seconds");
  check_refused(verify("barrier/dissemination --max-p 2 --smt2 /dev/null/folder"), "/dev/null/folder");
}

}  // namespace
}  // namespace tutti
