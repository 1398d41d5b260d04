// `tutti verify --smt`, --all-p and --smt2 from outside.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

Outcome verify(const std::string& arguments) { return run(TUTTI_PROGRAM, "verify " + arguments); }

TEST_CASE("verify --all-p says of each algorithm whether it is proved for all p, and if not why") {
  const auto o = verify("allreduce/ring bcast/chain alltoall/bruck --max-p 9 --all-p --json -");
  CHECK(o.status == 0);
  const auto json = Json::parse(o.out);
  const auto& all_p = json.at("all_p");
  REQUIRE(all_p.size() == 3);
  CHECK(all_p[0].at("name") == "allreduce/ring");
  CHECK(all_p[0].at("proved_for") == "all p < 2^31");
  CHECK(all_p[0].at("queries") > 0);
  CHECK(all_p[1].at("proved_for") == "p <= 46340");
  CHECK(all_p[1].at("why").get<std::string>().find("p^2") != std::string::npos);
  CHECK(all_p[2].at("proved_for") == "p <= 9");
  CHECK(all_p[2].at("why") == "no induction is written for it");
  CHECK(!json.contains("engine"));
  for (const auto& query : json.at("queries")) {
    CHECK(query.at("name").get<std::string>().starts_with("all_p/"));
    CHECK(query.at("verdict") == "proved");
    CHECK(!query.at("states").get<std::string>().empty());
  }
}

TEST_CASE("verify --smt proves every case a second time, and says what it asked and what was slowest") {
  const auto o = verify("reduce/binomial --max-p 5 --smt");
  CHECK(o.status == 0);
  CHECK(o.out.find("proved again by Z3 for p <= 16: 1 algorithms, 15 cases") != std::string::npos);
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
  CHECK(std::filesystem::exists(to / "all_p/barrier/dissemination/step.smt2"));
  CHECK(std::filesystem::exists(to / "engine/barrier/dissemination/p=3/entered.smt2"));
}

TEST_CASE("a query that is stopped is unknown: status 3, unless it is allowed") {
  const auto stopped = verify("alltoall/bruck --max-p 2 --all-p --query-limit 1e-9 --junit -");
  CHECK(stopped.status == 3);
  CHECK(stopped.out.find("<error") != std::string::npos);
  const auto allowed = verify("alltoall/bruck --max-p 2 --all-p --query-limit 1e-9 --allow-unknown");
  CHECK(allowed.status == 0);
  CHECK(allowed.out.find(" is unknown: ") != std::string::npos);
  CHECK(allowed.out.find("alltoall/bruck                           p <= 2 ") != std::string::npos);
}

TEST_CASE("what is refuted is refuted by both engines, and not proved for any p") {
  const auto o = run(TUTTI_REFUTED_PROGRAM, "verify reduce/forgets_rank_0 --max-p 3 --smt");
  CHECK(o.status == 1);
  CHECK(o.out.find("the first engine says") == std::string::npos);
  CHECK(o.out.find("all p < 2^31") == std::string::npos);
}

TEST_CASE("verify: bad usage of what is for Z3 gives status 2 and one line") {
  for (const std::string& arguments :
       {std::string("--query-limit 5"), std::string("--all-p --query-limit 0"), std::string("--smt --query-limit x"),
        std::string("barrier/dissemination --max-p 2 --smt2 /dev/null/folder")}) {
    const auto o = verify(arguments);
    CAPTURE(arguments);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK(std::ranges::count(o.err, '\n') == 1);
  }
}

}  // namespace
}  // namespace tutti
