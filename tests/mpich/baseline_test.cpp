// `tutti baseline` with MPICH, whose algorithms its variables choose.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

/// Records under MPICH, with variables in the environment of its ranks.
Outcome record_mpich(const std::string& file, const std::string& variables, const std::string& more) {
  return run(TUTTI_PROGRAM, "baseline record " + file +
                                " --worker " TUTTI_MPI_PROGRAM " --launcher '" TUTTI_MPIEXEC
                                " -genv LD_PRELOAD " TUTTI_YIELD " " +
                                variables + " -n {np}' " + more);
}

Outcome compare(const std::string& before, const std::string& after, const std::string& more) {
  return run(TUTTI_PROGRAM, "baseline compare " + before + " " + after + " " + more);
}

TEST_SUITE_BEGIN("slow");

TEST_CASE("a record of MPICH has trees, bits and times, and is the same as another one but for times") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const auto options = "--quick --np 2 --collective allreduce,reduce,gather,barrier --bytes 8,4K --launches 2";
  for (const char* name : {"a.json", "b.json"}) {
    const auto o = record_mpich(file(name), "", options);
    CAPTURE(o.err);
    REQUIRE(o.status == 0);
  }
  const auto json = Json::parse(read(folder / "a.json"));
  CHECK(json.at("environment").at("mpi").get<std::string>().starts_with("MPICH"));
  CHECK_FALSE(json.at("environment").at("cut_offs").empty());
  CHECK(json.at("missing").empty());
  for (const auto& r : json.at("results")) {
    CHECK(r.at("repeats") == true);
    CHECK(r.at("ranks_agree") == true);
  }
  CHECK(json.at("trees").at(0).at("segments").at(0).at("trees").at(0).at("tree") == "(0·1)");
  for (const auto& cell : json.at("times"))
    for (const auto& launch : cell.at("launches")) CHECK(launch.at("median").get<double>() > 0);
  CHECK(compare(file("a.json"), file("a.json"), "--no-times").status == 0);
  CHECK(compare(file("a.json"), file("b.json"), "--no-times").status == 0);
  CHECK(compare(file("a.json"), file("b.json"), "").status == 3);  // two launches say nothing of times
}

TEST_CASE("another algorithm of MPICH is another tree, from the size on at which it was another one") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const auto options = "--no-times --np 5 --collective allreduce,reduce,scan --bytes 8,16K";
  REQUIRE(record_mpich(file("a.json"), "", options).status == 0);
  REQUIRE(record_mpich(file("b.json"), "-genv MPIR_CVAR_REDUCE_INTRA_ALGORITHM binomial", options).status == 0);
  const auto o = compare(file("a.json"), file("b.json"), "--no-times --json -");
  CHECK(o.status == 1);
  const auto json = Json::parse(o.out);
  REQUIRE(json.at("changes").size() == 1);
  const auto& change = json.at("changes").at(0);
  CHECK(change.at("what") == "tree");
  CHECK(change.at("collective") == "reduce");
  CHECK(change.at("np") == 5);
  CHECK(change.at("bytes") == 2048 + 8);
  CHECK(change.at("last_bytes") == 16384);
  CHECK(change.at("from") == "(((0·1)·2)·(3·4)) at ranks 0");
  CHECK(change.at("to") == "(((0·1)·(2·3))·4) at ranks 0");
  CHECK(change.at("about") == "MPIR_CVAR_REDUCE_SHORT_MSG_SIZE is 2048");
  CHECK(json.at("explained_results") > 0);
}

TEST_SUITE_END();

}  // namespace
}  // namespace tutti
