#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "tests/support/property.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/drive/launch.hpp"
#include "verified/conform/drive/shrink.hpp"
#include "verified/conform/generate/programme.hpp"
#include "verified/system/program.hpp"
#include "verified/system/temporary_folder.hpp"

using namespace tutti;
using namespace tutti::conform;

TEST_SUITE_BEGIN("conform/nodes");

namespace {

using Ranks = std::vector<int>;

}  // namespace

TEST_CASE("ranks lie on nodes in blocks, in turn, or with rank 0 alone") {
  CHECK(node_of_each({2}, 5) == Ranks{0, 0, 0, 1, 1});
  CHECK(node_of_each({2, Spread::cyclic}, 5) == Ranks{0, 1, 0, 1, 0});
  CHECK(node_of_each({2, Spread::alone}, 5) == Ranks{0, 1, 1, 1, 1});
  CHECK(node_of_each({3, Spread::alone}, 6) == Ranks{0, 1, 1, 1, 2, 2});
  CHECK(node_of_each({}, 3) == Ranks{0, 0, 0});
  CHECK(node_list({3}, 4) == "0,0,1,2");
}

TEST_CASE("every node has a rank, and blocks differ by one at most") {
  property("every node has a rank, and blocks differ by one at most", [] {
    const int ranks = 1 + draw(200), count = 1 + draw(ranks);
    for (const auto& nodes : spreads(count, ranks)) {
      const auto node = node_of_each(nodes, ranks);
      RC_ASSERT(std::ssize(node) == ranks);
      RC_ASSERT(std::set<int>(node.begin(), node.end()).size() == static_cast<std::size_t>(nodes.count));
      RC_ASSERT(std::ranges::min(node) == 0 && std::ranges::max(node) == nodes.count - 1);
      if (nodes.spread == Spread::alone) RC_ASSERT(std::ranges::count(node, 0) == 1);
      if (nodes.spread == Spread::cyclic) continue;
      RC_ASSERT(std::ranges::is_sorted(node));
      const int first = nodes.spread == Spread::alone ? 1 : 0;
      if (first == nodes.count) continue;
      RC_ASSERT(std::ranges::count(node, first) - std::ranges::count(node, nodes.count - 1) <= 1);
      RC_ASSERT(std::ranges::count(node, first) >= std::ranges::count(node, nodes.count - 1));
    }
  });
}

TEST_CASE("ways to lie on nodes that are the same stand once") {
  CHECK(spreads(1, 4) == std::vector<Nodes>{{}});
  CHECK(spreads(2, 2) == std::vector<Nodes>{{2}});
  CHECK(spreads(4, 3) == std::vector<Nodes>{{3}});
  CHECK(spreads(2, 3) == std::vector<Nodes>{{2}, {2, Spread::cyclic}, {2, Spread::alone}});
}

TEST_CASE("a case says on how many nodes its ranks lie, and how") {
  const auto c = parse_case("allreduce np=5 nodes=2-cyclic");
  CHECK(c.nodes == Nodes{2, Spread::cyclic});
  CHECK(print(c).starts_with("allreduce np=5 nodes=2-cyclic"));
  CHECK(parse_case("bcast np=5 nodes=3-block").nodes == Nodes{3});
  for (const auto* bad : {"0", "-1", "2-", "2-blocks", "x", "2cyclic", "99999999999"})
    CHECK_THROWS_WITH_AS(parse_case(std::string("bcast np=5 nodes=") + bad),
                         doctest::Contains("a number of nodes from 1 on is due"), std::invalid_argument);
  CHECK(*why_not(parse_case("bcast np=2 nodes=3")) == "of so many nodes some would have no rank");
  CHECK(*why_not(parse_case("bcast np=2 nodes=1-cyclic")) == "ranks are spread over two nodes or more");
}

TEST_CASE("a failure on several nodes is tried on fewer, and with fewer ranks on no more nodes than these are") {
  const auto tried = smaller(parse_case("allreduce np=5 nodes=4-cyclic load=sum/int"));
  const auto has = [&](const Nodes& nodes, int ranks) {
    return std::ranges::any_of(tried, [&](const Case& c) { return c.nodes == nodes && c.ranks == ranks; });
  };
  CHECK(has({}, 5));
  CHECK(has({2}, 5));
  CHECK(has({4}, 5));
  CHECK(has({3}, 3));
  for (const auto& c : tried) CHECK(!why_not(c));
}

TEST_CASE("on several nodes every class of cases lies on them in every way, where it has as many cases") {
  ProgrammeRequest request{.ranks = {1, 2, 5}, .nodes = 2, .size = ProgrammeSize::quick};
  request.procedures = {Procedure::allreduce, Procedure::bcast, Procedure::alltoallv};
  std::map<std::tuple<Procedure, Form, Comm, int, Scenario>, std::vector<std::string>> classes;
  for (const auto& c : programme(request).cases) {
    CHECK(!why_not(c));
    CHECK(c.nodes.count == std::min(2, c.ranks));
    classes[{c.procedure, c.form, c.comm, c.ranks, c.scenario}].push_back(print(c.nodes));
  }
  CHECK(classes.size() > 30);
  for (const auto& [key, ways] : classes) {
    const auto due = std::min(ways.size(), spreads(2, std::get<3>(key)).size());
    CHECK(std::set<std::string>(ways.begin(), ways.end()).size() == due);
  }
}

TEST_CASE("launchers are told how ranks lie, each in its way") {
  const Nodes two{2}, cyclic{2, Spread::cyclic};
  const auto hydra = LauncherFamily::hydra, open_mpi = LauncherFamily::open_mpi, unknown = LauncherFamily::unknown;
  CHECK(spread_command("mpiexec -l -n {np} -q", hydra, two, 5, "/f") ==
        "mpiexec -l -launcher fork -hosts 127.0.0.1:3,127.0.0.2:2 -n {np} -q");
  CHECK(spread_command("mpiexec -n {np}", hydra, cyclic, 5, "/f") ==
        "mpiexec -launcher fork -hosts 127.0.0.1:1,127.0.0.2:1 -n {np}");
  CHECK(spread_command("mpiexec {np}", hydra, {3, Spread::alone}, 3, "/f") ==
        "mpiexec -launcher fork -hosts 127.0.0.1:1,127.0.0.2:1,127.0.0.3:1 {np}");
  CHECK(spread_command("mpirun -np {np}", open_mpi, cyclic, 3, "/a b") ==
        "mpirun --mca plm_rsh_agent '/a b/agent' --mca plm_rsh_no_tree_spawn 1 --oversubscribe -H node1:1,node2:1 "
        "--map-by node -np {np}");
  CHECK(spread_command("run {np} on {nodes}", unknown, two, 3, "/f") == "run {np} on 0,0,1");
  CHECK(spread_command("run {np} on {nodes}", hydra, {}, 2, "/f") == "run {np} on 0,0");
  CHECK(spread_command("run {np}", unknown, {}, 3, "/f") == "run {np}");
  CHECK_THROWS_WITH_AS(spread_command("run {np}", unknown, two, 3, "/f"), doctest::Contains("by {nodes}"),
                       std::invalid_argument);
  CHECK(family_of_launcher("MPICH Version:      4.0.2") == hydra);
  CHECK(family_of_launcher("Open MPI v4.1.4, package: Debian") == open_mpi);
  CHECK(family_of_launcher("SMPI Version 3.32") == unknown);
}

TEST_CASE("Open MPI's daemons start under names of their own, and keep the words of their command") {
  const TemporaryFolder folder("nodes-test");
  write_agent(folder.path());
  Program program({.words = {(folder / "agent").string(), "far", "uname", "-n", ";", "echo", "$HOME", "'a  b'"}});
  const auto status = program.wait();
  INFO(program.output());
  CHECK(status == 0);
  CHECK(program.output().starts_with("far\n"));
  CHECK(program.output().find("a  b") != std::string::npos);
  CHECK_THROWS_WITH_AS(write_agent("/nonexistent"), doctest::Contains("/nonexistent/agent: cannot be written"),
                       std::runtime_error);
}

TEST_SUITE_END();
