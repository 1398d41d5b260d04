// `tutti conform --reveal`, and the trees in the reports of a run: of a fake MPI (tests/conform/fake_mpi.cpp) and of
// MPICH.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "tests/cli/conform_program.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

/// The options for MPICH, with a fault of tests/mpi/faulty.
std::string mpich(const std::string& fault) {
  return " --worker " TUTTI_MPI_PROGRAM " --launcher '" TUTTI_MPIEXEC " -genv LD_PRELOAD " TUTTI_YIELD ":" TUTTI_FAULTY
         " -genv TUTTI_FAULT \"" +
         fault + "\" -n {np}'";
}

/// The trees that MPICH's ranks have, by case, from the report as JSON; "?" where there is none or there are several.
std::map<std::string, std::string> trees_of_mpich(const std::string& arguments) {
  const auto o = conformity(arguments + " --json - " + mpich(""));
  std::map<std::string, std::string> trees;
  const auto json = Json::parse(o.out);
  for (const auto& r : json.at("revealed")) {
    const auto& found = r.at("trees");
    trees[r.at("case")] = found.size() == 1 ? found.at(0).at("tree").get<std::string>() : "?";
  }
  return trees;
}

TEST_CASE("--reveal prints the trees of each number of ranks and each count, draws them and writes them as JSON") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const auto o =
      conformity("--reveal allreduce --np 2,3 --count 1,5 --svg " + file("a.svg") + " --json " + file("a.json") + fake);
  CHECK(o.status == 0);
  CHECK(o.err == "");
  CHECK(
      o.out.starts_with("Fake MPI 1.0\n\nallreduce np=2 load=sum/double scene=reveal\n\n"
                        "element 0 at ranks 0-1: (0·1)\n"));
  CHECK(says(o.out,
             "\nallreduce np=3 count=5 load=sum/double scene=reveal\n\nelement 0 at ranks 0-2: ((0·1)·2)\n"
             "  ┬─┬─ 0\n  │ └─ 1\n  └─ 2\n\nAll ranks have the same trees"));
  pugi::xml_document svg;
  REQUIRE(svg.load_file(file("a.svg").c_str()));
  CHECK(svg.select_nodes("//circle[@class='node']").size() == 2 * 1 + 2 * 2);
  const auto json = Json::parse(read(folder / "a.json"));
  CHECK(json.at("mpi") == "Fake MPI 1.0");
  REQUIRE(json.at("revealed").size() == 4);
  const auto& last = json.at("revealed").at(3);
  CHECK(last.at("case") == "allreduce np=3 count=5 load=sum/double scene=reveal");
  const auto& tree = last.at("trees").at(0);
  CHECK(tree.at("tree") == "((0·1)·2)");
  CHECK(tree.at("why").is_null());
  CHECK(tree.at("places").at(0).at("elements") == "0");
  CHECK(tree.at("places").at(0).at("ranks") == "0-2");
  CHECK(conformity("--reveal allreduce --np 2 --quiet" + fake).out == "");
}

TEST_CASE("--reveal gives status 1 where the ranks of an allreduce have different trees") {
  setenv("TUTTI_FAKE", "differs", 1);
  const auto o = conformity("--reveal allreduce --np 3 --quiet" + fake);
  unsetenv("TUTTI_FAKE");
  CHECK(o.status == 1);
  CHECK(says(o.out, "disagreement at rank 2: the bits differ from those of rank 0"));
  CHECK(says(o.out, "element 0 at ranks 0-1: ((0·1)·2)\n"));
  CHECK(says(o.out, "element 0 at rank 2: (0·(1·2))\n"));
  CHECK(o.out.ends_with("The ranks have different trees: their results may differ.\n"));
}

TEST_CASE("--map prints a letter for each tree by np and size, and what is the same, and writes it as JSON") {
  const Folder folder;
  const auto path = (folder / "map.json").string();
  const auto o = conformity("--reveal allreduce --map --np 2,3 --bytes 8,4K --json " + path + fake);
  CHECK(o.status == 0);
  CHECK(o.out ==
        "Fake MPI 1.0\nallreduce of sum/double\n\n"
        "np     8    4K\n2      A     A\n3      A     A\n\n"
        "np 2, 8 to 4096 bytes: A: (0·1) at ranks 0,1\nnp 3, 8 to 4096 bytes: A: ((0·1)·2) at ranks 0-2\n\n"
        "the same at all ranks        yes\nthe same from run to run     yes\nthe same for all sizes       yes\n"
        "the same for all roots       not known there is no root, or one alone\nthe same for all np          yes\n"
        "the same for all placements  not known there is one placement alone; --nodes 2\n");
  const auto json = Json::parse(read(folder / "map.json"));
  CHECK(json.at("mpi") == "Fake MPI 1.0");
  CHECK(json.at("map").size() == 2);
  CHECK(json.at("map").at(1).at("segments").at(0).at("trees").at(0).at("tree") == "((0·1)·2)");
  CHECK(json.at("same").at("np") == true);
  CHECK(json.at("same").at("placements").is_null());
  setenv("TUTTI_FAKE", "differs", 1);
  const auto differing = conformity("--reveal allreduce --map --np 3 --bytes 8" + fake);
  unsetenv("TUTTI_FAKE");
  CHECK(differing.status == 1);
  CHECK(says(differing.out, "\nthe same at all ranks        no        np 3, 8 bytes, sum/double\n"));
}

TEST_CASE("the map of MPICH has the size from which on another tree is taken, and placements of which it is the same" *
          doctest::test_suite("slow")) {
  const auto o = conformity("--reveal reduce --map --np 5 --nodes 2 --bytes 8,16K" + mpich(""));
  CAPTURE(o.err);
  CHECK(o.status == 0);
  CHECK(says(o.out, "\nnp 5, 8 to 2048 bytes: A: "));
  CHECK(says(o.out, "\nnp 5, 2056 to 16384 bytes: B: "));
  CHECK(says(o.out, "\nnp 5 on 2-cyclic, 8 to "));
  CHECK(says(o.out, "\nthe same from run to run     yes\n"));
  CHECK(says(o.out, "\nthe same for all sizes       no        np 5, 2056 bytes: another tree\n"));
}

TEST_CASE("bad usage of --reveal gives status 2 and one line, which says what is wrong") {
  struct Row {
    std::string arguments, says;
  };
  for (const auto& row :
       std::vector<Row>{{"--reveal alreduce", "there is no reduction or scan 'alreduce'; did you mean allreduce?"},
                        {"--reveal bcast", "there is no reduction or scan 'bcast'"},
                        {"--reveal scan --root 1 --np 2", "MPI_Scan has no root"},
                        {"--reveal reduce --root 2 --np 2,3", "--root 2: must be at most 1"},
                        {"--reveal reduce --count 0", "--count 0: must be at least 1"},
                        {"--reveal reduce --type int", "--type: nothing can be revealed of 'int'"},
                        {"--reveal reduce --svg - --json -", "--svg - and --json -: only one of them"},
                        {"--reveal reduce --quick", "--reveal and --quick: give one of them"},
                        {"--reveal reduce --form sideways", "'form=sideways' in a case: one of blocking, nonblocking"},
                        {"--reveal reduce --completion test", "a blocking call is completed by itself"},
                        {"--form persistent", "--form needs --reveal"},
                        {"--count 4", "--count needs --reveal"},
                        {"--map", "--map needs --reveal"},
                        {"--reveal reduce --bytes 8", "--bytes needs --map; without it give --count"},
                        {"--reveal reduce --map --bytes 8,x", "--bytes: 'x' is no size"},
                        {"--reveal reduce --map --count 4", "--map and --count: give one of them"},
                        {"--reveal reduce --map --algorithms", "--map and --algorithms: give one of them"}}) {
    check_bad_usage(row.arguments + fake, row.says);
  }
}

TEST_CASE("a run tells the trees of its cases in JSON, and its page has a picture of each tree once") {
  const Folder folder;
  const auto html = (folder / "a.html").string();
  const auto o = conformity(
      "--case 'allreduce np=3 load=term scene=reveal' --case 'reduce np=3 load=sum/double count=7 scene=reveal' "
      "--case 'reduce np=2 load=sum/float scene=reveal' --case 'bcast np=2' --json - --html " +
      html + fake);
  CHECK(o.status == 0);
  const auto json = Json::parse(o.out);
  CHECK(json.at("revealed").size() == 3);
  CHECK(json.at("revealed").at(0).at("trees").at(0).at("tree") == "((0·1)·2)");
  for (const auto& note : json.at("notes")) CHECK(says(note.at("note"), "all is well"));
  pugi::xml_document page;
  REQUIRE(page.load_file(html.c_str()));
  CHECK(page.select_nodes("//figure//svg").size() == 2);
  const auto last = page.select_nodes("//figure")[1].node();
  CHECK(std::string(last.select_node("figcaption/p").node().text().get()) == "((0·1)·2)");
  CHECK(last.select_nodes("figcaption//li").size() == 2);
}

TEST_CASE("ranks of an allreduce with different trees fail, and the smallest case needs no revelation") {
  setenv("TUTTI_FAKE", "differs", 1);
  const auto o = conformity("--case 'allreduce np=3 load=sum/double count=7 scene=reveal' --json -" + fake);
  unsetenv("TUTTI_FAKE");
  CHECK(o.status == 1);
  const auto json = Json::parse(o.out);
  const auto& failure = json.at("failures").at(0);
  CHECK(failure.at("kind") == "disagreement");
  CHECK_FALSE(says(failure.at("smallest"), "reveal"));
}

TEST_CASE("MPICH's allreduce of one element is recursive doubling, its reduce a binomial tree") {
  for (const std::string type : {"double", "term"}) {
    const auto load = type == "double" ? "sum/double" : type;
    auto trees = trees_of_mpich("--reveal allreduce --np 1,4,5,8 --type " + type);
    const auto all = [&](const std::string& np) {
      return trees["allreduce np=" + np + " load=" + load + " scene=reveal"];
    };
    CHECK(all("4") == "((0·1)·(2·3))");
    CHECK(all("5") == "(((0·1)·2)·(3·4))");
    CHECK(all("8") == "(((0·1)·(2·3))·((4·5)·(6·7)))");
    CHECK(trees["allreduce np=1 load=" + load + " scene=reveal"] == "0");
    trees = trees_of_mpich("--reveal reduce --np 5,8 --type " + type);
    CHECK(trees["reduce np=5 load=" + load + " scene=reveal"] == "(((0·1)·(2·3))·4)");
    CHECK(trees["reduce np=8 load=" + load + " scene=reveal"] == "(((0·1)·(2·3))·((4·5)·(6·7)))");
  }
  // Ranks are rotated to the root where the operator commutes.
  CHECK(trees_of_mpich("--reveal reduce --np 4 --root 1")["reduce np=4 load=sum/double root=1 scene=reveal"] ==
        "((0·3)·(1·2))");
}

TEST_CASE("a bracketing that is planted at one rank is revealed") {
  for (const std::string type : {"double", "long_double", "term"}) {
    const auto o = conformity("--reveal allreduce --np 4 --count 3 --type " + type +
                              mpich("allreduce-other-bracketing-at-one-rank"));
    CHECK(o.status == 1);
    CHECK(says(o.out, "disagreement at rank 3: the bits differ from those of rank 0 (world)"));
    CHECK(says(o.out, "\nelements 0-2 at ranks 0-2: (((0·1)·2)·3)\n"));
    CHECK(says(o.out, "\nelements 0-2 at rank 3: (0·(1·(2·3)))\n"));
  }
}

}  // namespace
}  // namespace tutti
