// `tutti cost` from outside: the table, the JSON, the map, and what it refuses.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "verified/choose/select.hpp"
#include "verified/choose/shipped.hpp"

namespace tutti {
namespace {

/// Under the default profile, of an algorithm that is no family.
double seconds(const std::string& name, int p, double bytes) {
  PriceList prices(default_profile(), Model::papers);
  return prices.seconds({find_algorithm(name), {}}, p, 0, bytes);
}

Outcome cost(const std::string& arguments) { return run(TUTTI_PROGRAM, "cost " + arguments); }

TEST_CASE("tutti cost gives for each p and size every algorithm once, sorted by time, with its ratio to the fastest") {
  const auto o = cost("allreduce --p 6,13 --bytes 8,32K --json -");
  REQUIRE(o.status == 0);
  const auto all = nlohmann::json::parse(o.out);
  CHECK(all.at("version") == 1);
  CHECK(all.at("collective") == "allreduce");
  REQUIRE(all.at("results").size() == 4);
  CHECK(all.at("results")[3].at("bytes") == 32768);
  for (const auto& result : all.at("results")) {
    double before = 0;
    std::set<std::string> names;
    const double least = result.at("algorithms")[0].at("seconds");
    for (const auto& line : result.at("algorithms")) {
      const double time = line.at("seconds");
      CHECK(time >= before * (1 - 1e-9));
      CHECK(line.at("ratio").get<double>() == doctest::Approx(time / least));
      CHECK(line.at("chosen") == (before == 0));
      before = time;
      CHECK(names.insert(line.at("name")).second);
      const std::string name = line.at("name");
      if (line.at("shape").is_null()) CHECK(time == doctest::Approx(seconds(name, result.at("p"), result.at("bytes"))));
    }
    std::size_t due = 0;
    for (const auto& a : algorithms())
      due += a.collective == Collective::allreduce && a.supports.holds(result.at("p").get<int>());
    CHECK(names.size() == due);
  }
}

TEST_CASE("what tutti cost shows as chosen is the selector's choice, for operators that commute or do not") {
  Selector selector(default_profile(), Model::papers);
  for (const auto& c : collectives)
    for (const bool commutes : {true, false}) {
      const auto o = cost(fmt::format("{} --p 2,3,6 --bytes 0,2K,32K --commute {:d} --json -", c.name, commutes));
      REQUIRE(o.status == 0);
      const auto all = nlohmann::json::parse(o.out);
      for (const auto& result : all.at("results")) {
        const auto& due = selector.fastest({c.id, result.at("p"), 0, {true, commutes}}, result.at("bytes"));
        const auto& chosen = result.at("algorithms")[0];
        CHECK(chosen.at("name") == due.algorithm->name);
        CHECK(chosen.at("shape").is_null() == due.shape.empty());
        if (!due.shape.empty()) CHECK(chosen.at("shape") == print_shape(due.shape));
      }
    }
}

TEST_CASE("tutti cost --commute 0 leaves out what changes the order") {
  const auto o = cost("reduce --p 3 --bytes 32K --commute 0 --json -");
  REQUIRE(o.status == 0);
  const auto all = nlohmann::json::parse(o.out);
  for (const auto& line : all.at("results")[0].at("algorithms"))
    CHECK_FALSE(find_algorithm(line.at("name").get<std::string>())->needs.commutative);
}

TEST_CASE("tutti cost shows every shape of a family that is named") {
  const auto o = cost("allreduce/mixed_radix allreduce/ring --p 12 --bytes 1M --json -");
  REQUIRE(o.status == 0);
  CHECK(nlohmann::json::parse(o.out).at("results")[0].at("algorithms").size() ==
        1 + find_algorithm("allreduce/mixed_radix")->shapes_for(12).size());
}

TEST_CASE("tutti cost: a price on the command line takes the place of the profile's") {
  const auto o =
      cost("bcast/linear --p 3 --bytes 100 --root 2 --alpha 5 --beta 0.25 --gamma 9 --f-alpha 0.5 --f-beta 1 --json -");
  REQUIRE(o.status == 0);
  const auto all = nlohmann::json::parse(o.out);
  CHECK(all.at("results")[0].at("algorithms")[0].at("seconds") == doctest::Approx(2 * (2.5 + 25)));
  CHECK(all.at("root") == 2);
  CHECK(all.at("prices").at("gamma") == 9);
}

TEST_CASE("tutti cost --profile node goes by the regimes of a node, and a price on the command line by one line") {
  const auto prices = [](const std::string& more) {
    const auto o = cost("bcast --p 4 --bytes 100 --profile node --json - " + more);
    REQUIRE(o.status == 0);
    return nlohmann::json::parse(o.out).at("prices");
  };
  const auto regimes = prices("").at("regimes");
  const auto due = node_profile(Mpi::mpich).regimes;
  REQUIRE(regimes.size() == due.size());
  CHECK(regimes.back().at("from") == due.back().from);
  CHECK(regimes.back().at("alpha_uni") == due.back().alpha_uni);
  CHECK(prices("--gamma 1").contains("regimes"));
  for (const std::string option : {"--alpha", "--beta", "--f-alpha", "--f-beta"})
    CHECK_FALSE(prices(option + " 1").contains("regimes"));
  const auto text = cost("bcast --p 4 --bytes 100 --profile node");
  CHECK(text.out.find("\n  up to 64 ranks, messages from 0 B: alpha ") != std::string::npos);
}

TEST_CASE("tutti cost prints a table, with a star at the one chosen, and in LogGP its prices") {
  const auto o = cost("barrier --p 8 --model loggp");
  CHECK(o.status == 0);
  CHECK(o.out.find("LogGP: L ") == 0);
  CHECK(o.out.find("* barrier/") != std::string::npos);
}

TEST_CASE("tutti cost --map writes a picture and prints nothing") {
  const Folder folder;
  const auto file = folder / "map.svg";
  for (const std::string versus : {"", " --versus reduce/linear"}) {
    const auto o = cost("reduce/linear reduce/binomial --root 1 --map " + file.string() + versus);
    CHECK(o.status == 0);
    CHECK(o.out == "");
    CHECK(o.err == "");
    const auto svg = read(file);
    CHECK(svg.starts_with("<svg"));
    CHECK(svg.ends_with("</svg>\n"));
    CHECK((svg.find("time / fastest") != std::string::npos) == !versus.empty());
  }
}

TEST_CASE(
    "tutti cost prices nothing that is refuted: status 1, the counterexample on stderr, nothing on stdout and no "
    "file") {
  const Folder folder;
  for (const std::string& arguments :
       {std::string("reduce --p 3 --bytes 8 --root 1"), "reduce --root 1 --map " + (folder / "map.svg").string()}) {
    const auto o = run(TUTTI_REFUTED_PROGRAM, "cost " + arguments);
    CHECK(o.status == 1);
    CHECK(o.out == "");
    CHECK(o.err.find("reduce/forgets_rank_0 is refuted") != std::string::npos);
    CHECK(folder.empty());
  }
}

TEST_CASE("tutti cost: bad usage gives status 2, one line that names the fault, and nothing on stdout") {
  struct Row {
    std::string arguments, says;
  };
  const Row rows[] = {
      {"", "ALGORITHM is required"},
      {"reduce", "--p is required"},
      {"reduce --p 4", "--bytes is required"},
      {"reduce --p 0 --bytes 8", "must be at least 1"},
      {"reduce --p 4 --bytes 8X", "'8X' is no size"},
      {"reduce --p 4 --bytes ''", "--bytes: its value is empty"},
      {"reduce --p 4 --bytes K", "'K' is no size"},
      {"reduce --p 4 --bytes 8,,9", "'' is no size"},
      {"reduce --p 4 --bytes 8,", "'' is no size"},
      {"reduce --p 4 --bytes -8", "'-8' is no size"},
      {"reduce --p 4 --bytes 99999999999999G", "is no size"},
      {"reduce --p 4 --bytes 2000000G", "is no size"},
      {"reduce --p 4 --bytes 8 --alpha -1", "--alpha: '-1'"},
      {"reduce --p 4 --bytes 8 --beta nan", "--beta: 'nan'"},
      {"reduce --p 4 --bytes 8 --gamma 1us", "--gamma: '1us'"},
      {"reduce --p 4 --bytes 8 --f-alpha inf", "--f-alpha: 'inf'"},
      {"reduce --p 4 --bytes 8 --f-beta ''", "--f-beta: its value is empty"},
      {"reduce --p 4 --bytes 8 --model logp", "logp"},
      {"reduce --p 4 --bytes 8 --model loggp --alpha 1", "leave these options out"},
      {"reduce --p 4 --bytes 8 --profile /nowhere/x", "/nowhere/x"},
      {"reduce --p 4,8 --bytes 8 --root 4", "--root 4: must be at most 3"},
      {"allreduce --p 4 --bytes 8 --root 1", "allreduce has no root"},
      {"reduce --p 4 --bytes 8 --commute 2", "--commute: 2 not in {0,1}"},
      {"reduce/ring --p 4 --bytes 8 --commute 0", "--commute 0: all algorithms named need"},
      {"alltoall/pairwise_xor --p 4,6 --bytes 8", "--p 6: none of the algorithms"},
      {"reduce allreduce --p 4 --bytes 8", "one collective at a time"},
      {"alreduce --p 4 --bytes 8", "did you mean allreduce?"},
      {"reduce --p 4 --bytes 8 --versus reduce/ring", "add --map"},
      {"reduce --p 4 --bytes 8 --map x.svg", "--map has its own p and sizes"},
      {"reduce --map /nowhere/x", "/nowhere/x: cannot write there"},
      {"reduce --map x.svg --versus reduce/rign", "did you mean reduce/ring?"},
      {"reduce --map x.svg --versus allreduce/ring", "not among the algorithms compared"},
      {"reduce --map x.svg --root 2", "--root 2: must be at most 1"},
      {"barrier --map x.svg", "a barrier has no bytes"},
      {"allreduce/ring --p 16000000 --bytes 8", "of memory, and "},
  };
  for (const auto& r : rows) {
    CAPTURE(r.arguments);
    const auto o = cost(r.arguments);
    check_refused(o, r.says);
  }
}

}  // namespace
}  // namespace tutti
