// `tutti baseline` with MPICH, whose algorithms its variables choose.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

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
  const auto by_schedule = [&](const std::string& collective) {
    return std::ranges::count_if(json.at("times"), [&](const Json& cell) {
      return cell.at("case").get<std::string>().starts_with(collective + " np=2 schedule=" + collective + "/");
    });
  };
  for (const char* collective : {"allreduce", "reduce", "gather", "barrier"}) CHECK(by_schedule(collective) == 1);
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

/// Records MPICH where the arithmetic of its reductions is another one (tests/mpi/arithmetic.cpp).
Outcome record_arithmetic(const std::string& file, const std::string& arithmetic, const std::string& more) {
  return run(TUTTI_PROGRAM, "baseline record " + file +
                                " --worker " TUTTI_MPI_PROGRAM " --launcher '" TUTTI_MPIEXEC
                                " -genv LD_PRELOAD " TUTTI_YIELD ":" TUTTI_ARITHMETIC_LIBRARY
                                " -genv TUTTI_ARITHMETIC " +
                                arithmetic + " -n {np}' --no-times " + more);
}

/// What explains the changed bits, by load, from the report as JSON; "tree" for changes that are no bits.
std::map<std::string, std::string> explanations(const std::string& report) {
  std::map<std::string, std::string> all;
  const auto json = Json::parse(report);
  for (const auto& change : json.at("changes")) {
    const auto& arithmetic = change.at("arithmetic");
    const auto name = change.at("about").is_null() ? std::string("?") : change.at("about").get<std::string>();
    const auto load = name.substr(0, name.find(','));
    std::string what = change.at("what") != "bits" ? "tree" : arithmetic.is_null() ? "not asked" : "";
    if (!arithmetic.is_null()) {
      if (arithmetic.at("from") != Json{"each operation rounded to its type"}) what = "before not as declared; ";
      for (const auto& by : arithmetic.at("to")) what += (what.empty() ? "" : ", or ") + by.get<std::string>();
    }
    const auto known = all.try_emplace(load, what);
    if (known.first->second != what) known.first->second += " and " + what;
  }
  return all;
}

TEST_CASE("reductions in extended precision, that flush denormal numbers, and that fuse products are named as such" *
          doctest::test_suite("slow")) {
  const Folder folder;
  const auto file = [&](const std::string& name) { return (folder / name).string(); };
  const auto options = "--np 2,4 --collective allreduce,reduce,reduce_scatter_block --bytes 8,64,8K,64K";
  for (const auto* name : {"declared", "extended", "flushed", "fused"}) {
    const auto o = record_arithmetic(file(name), name, options);
    CAPTURE(o.err);
    REQUIRE(o.status == 0);
  }
  using Map = std::map<std::string, std::string>;
  const auto explained = [&](const char* name) {
    return explanations(compare(file("declared"), file(name), "--no-times --json -").out);
  };
  CHECK(explained("declared") == Map{});
  CHECK(explained("extended") == Map{{"prod/double_complex", "operations in long double, each result rounded"}});
  CHECK(explained("fused") == Map{{"prod/double_complex", "products fused with the sums that they stand in"}});
  const auto flushed = explained("flushed");
  CHECK(flushed.at("sum/double") == "denormal operands and results taken for zero");
  CHECK(flushed.at("sum/float") == "denormal operands and results taken for zero");
  CHECK_FALSE(flushed.contains("prod/double_complex"));
}

TEST_CASE(
    "an allreduce whose intermediate results are wider has the same tree, which nothing but the masks confirm, and is "
    "named") {
  const Folder folder;
  const auto file = [&](const std::string& name) { return (folder / name).string(); };
  const auto options = "--np 4 --collective allreduce --bytes 8,8K";
  for (const auto* name : {"chain", "wide-chain"}) REQUIRE(record_arithmetic(file(name), name, options).status == 0);
  const auto o = compare(file("chain"), file("wide-chain"), "--no-times --json -");
  CHECK(explanations(o.out) ==
        std::map<std::string, std::string>{{"sum/double", "intermediate results in long double"}});
  CHECK(says(compare(file("wide-chain"), file("chain"), "--no-times").out,
             "made again by its tree: before, intermediate results in long double; now, each operation rounded to its "
             "type\n"));
}

TEST_CASE("compare --algorithms finds MPICH's own setting that gives an old tree back" * doctest::test_suite("slow")) {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const auto options = "--no-times --np 5 --collective reduce --bytes 8,16K";
  const std::string settings = " --no-times --json - --algorithms --worker " TUTTI_MPI_PROGRAM
                               " --launcher '" TUTTI_MPIEXEC " -genv LD_PRELOAD " TUTTI_YIELD " -n {np}'";
  const auto with = [](const char* name, const char* value, const auto& f) {
    setenv(name, value, 1);
    const auto made = f();
    unsetenv(name);
    return made;
  };
  REQUIRE(record_mpich(file("a.json"), "", options).status == 0);
  const auto given_back = [&](const char* name, const char* value) {
    REQUIRE(with(name, value, [&] { return record_mpich(file("b.json"), "", options); }).status == 0);
    const auto o = with(name, value, [&] { return compare(file("a.json"), file("b.json"), settings); });
    CHECK(o.status == 1);
    CAPTURE(o.err);
    std::vector<std::string> labels;
    const auto json = Json::parse(o.out);
    for (const auto& change : json.at("changes")) {
      CHECK(change.at("settings").at("back_by_itself") == false);
      for (const auto& s : change.at("settings").at("give_back")) labels.push_back(s.at("label"));
    }
    return labels;
  };
  const auto by_algorithm = given_back("MPIR_CVAR_REDUCE_INTRA_ALGORITHM", "binomial");
  CHECK(std::ranges::count(by_algorithm, "reduce=reduce_scatter_gather") == 1);
  CHECK(std::ranges::count(by_algorithm, "reduce=binomial") == 0);
  const auto o = compare(file("a.json"), file("b.json"), settings);
  CHECK(Json::parse(o.out).at("changes").at(0).at("settings").at("back_by_itself") == true);
}

}  // namespace
}  // namespace tutti
