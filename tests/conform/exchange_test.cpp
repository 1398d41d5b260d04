// Who sends what to whom, stated by hand for a few small communicators.
#include "reference/exchange.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "tests/support/property.hpp"
#include "verified/conform/case/topology.hpp"

namespace tutti {
namespace {

using C = Collective;

/// "0.2#1": block 1 of rank 2 of group 0.
std::string print(const std::vector<MovedBlock>& blocks) {
  std::string text;
  for (const auto& b : blocks)
    text += (text.empty() ? "" : " ") + std::to_string(b.from.group) + "." + std::to_string(b.from.rank) + "#" +
            std::to_string(b.number);
  return text;
}

std::string print(const std::optional<Combined>& c) {
  if (!c) return "nothing";
  return std::to_string(c->group) + ":" + std::to_string(c->ranks.first) + "-" + std::to_string(c->ranks.last - 1);
}

TEST_CASE("within one group the blocks are those of the model") {
  const GroupSizes three{3};
  CHECK(print(sent(C::bcast, three, 1, {0, 1})) == "0.1#0");
  CHECK(print(sent(C::bcast, three, 1, {0, 2})).empty());
  CHECK(print(received(C::bcast, three, 1, {0, 2})) == "0.1#0");
  CHECK(print(sent(C::gatherv, three, 1, {0, 2})) == "0.2#0");
  CHECK(print(received(C::gatherv, three, 1, {0, 1})) == "0.0#0 0.1#0 0.2#0");
  CHECK(print(received(C::gatherv, three, 1, {0, 0})).empty());
  CHECK(print(sent(C::scatter, three, 1, {0, 1})) == "0.1#0 0.1#1 0.1#2");
  CHECK(print(received(C::scatter, three, 1, {0, 2})) == "0.1#2");
  CHECK(print(sent(C::alltoall, three, 0, {0, 1})) == "0.1#0 0.1#1 0.1#2");
  CHECK(print(received(C::alltoall, three, 0, {0, 1})) == "0.0#1 0.1#1 0.2#1");
  CHECK(print(combined(C::reduce, three, 1, {0, 1})) == "0:0-2");
  CHECK(print(combined(C::reduce, three, 1, {0, 0})) == "nothing");
  CHECK(print(combined(C::reduce_scatter, three, 0, {0, 2})) == "0:0-2");
  CHECK(print(combined(C::scan, three, 0, {0, 1})) == "0:0-1");
  CHECK(print(combined(C::exscan, three, 0, {0, 0})) == "nothing");
  CHECK(print(combined(C::barrier, three, 0, {0, 0})) == "0:0-2");
}

TEST_CASE("between two groups the root's group gets the data of the other one, or gives it to the other one") {
  const GroupSizes groups{2, 3};
  CHECK(print(sent(C::bcast, groups, 1, {0, 1})) == "0.1#0");
  CHECK(print(received(C::bcast, groups, 1, {0, 1})).empty());
  CHECK(print(received(C::bcast, groups, 1, {0, 0})).empty());
  CHECK(print(received(C::bcast, groups, 1, {1, 2})) == "0.1#0");
  CHECK(print(sent(C::gather, groups, 1, {0, 0})).empty());
  CHECK(print(sent(C::gather, groups, 1, {1, 0})) == "1.0#0");
  CHECK(print(received(C::gather, groups, 1, {0, 1})) == "1.0#0 1.1#0 1.2#0");
  CHECK(print(received(C::gather, groups, 1, {1, 1})).empty());
  CHECK(print(sent(C::scatterv, groups, 0, {0, 0})) == "0.0#0 0.0#1 0.0#2");
  CHECK(print(received(C::scatterv, groups, 0, {1, 2})) == "0.0#2");
  CHECK(print(received(C::scatterv, groups, 0, {0, 1})).empty());
  CHECK(print(combined(C::reduce, groups, 1, {0, 1})) == "1:0-2");
  CHECK(print(combined(C::reduce, groups, 1, {1, 1})) == "nothing");
  CHECK_FALSE(contributes(C::reduce, groups, {0, 1}));
  CHECK(contributes(C::reduce, groups, {1, 1}));
}

TEST_CASE("between two groups each gets what the other one has") {
  const GroupSizes groups{2, 3};
  CHECK(print(received(C::allgather, groups, 0, {0, 1})) == "1.0#0 1.1#0 1.2#0");
  CHECK(print(received(C::allgather, groups, 0, {1, 2})) == "0.0#0 0.1#0");
  CHECK(print(sent(C::alltoallw, groups, 0, {0, 1})) == "0.1#0 0.1#1 0.1#2");
  CHECK(print(received(C::alltoallw, groups, 0, {0, 1})) == "1.0#1 1.1#1 1.2#1");
  CHECK(print(received(C::alltoallw, groups, 0, {1, 2})) == "0.0#2 0.1#2");
  CHECK(print(combined(C::allreduce, groups, 0, {0, 0})) == "1:0-2");
  CHECK(print(combined(C::reduce_scatter_block, groups, 0, {1, 2})) == "0:0-1");
  CHECK(print(combined(C::barrier, groups, 0, {1, 0})) == "0:0-1");
  CHECK(contributes(C::allreduce, groups, {0, 1}));
  CHECK_FALSE(defined_between_groups(C::scan));
  CHECK_FALSE(defined_between_groups(C::exscan));
  CHECK(defined_between_groups(C::alltoallw));
}

TEST_CASE("a periodic grid has its neighbours below and above in each dimension") {
  constexpr auto cart = conform::Comm::cart;
  CHECK(conform::grid_of(cart, 1).dimensions == std::vector{1});
  CHECK(conform::grid_of(cart, 6).dimensions == std::vector{3, 2});
  CHECK(conform::grid_of(cart, 7).dimensions == std::vector{7});
  CHECK(conform::grid_of(cart, 16).dimensions == std::vector{4, 4});
  const auto grid = conform::topology_of({{3, 2}});
  CHECK(grid.sources[0] == std::vector{4, 2, 1, 1});
  CHECK(grid.destinations[3] == std::vector{1, 5, 2, 2});
}

TEST_CASE("an open grid has nobody beyond its ends, nor in its dimension of one rank, and nothing arrives from there") {
  const auto grid = conform::grid_of(conform::Comm::open, 6);
  CHECK(grid.dimensions == std::vector{1, 3, 2});
  CHECK(grid.periodic == std::vector{0, 0, 0});
  const auto topology = conform::topology_of(conform::Comm::open, 6);
  CHECK(topology.sources[0] == std::vector{nobody, nobody, nobody, 2, nobody, 1});
  CHECK(topology.destinations[3] == std::vector{nobody, nobody, 1, 5, 2, nobody});
  property("what is sent to somebody is received once", [] {
    const int p = 1 + draw(40);
    const auto drawn = conform::topology_of(conform::Comm::open, p);
    int to_somebody = 0, received_once = 0;
    for (Rank r = 0; r < p; ++r) {
      for (const Rank to : drawn.destinations[static_cast<std::size_t>(r)]) to_somebody += to != nobody;
      for (const auto& b : received(drawn, ToNeighbours::one_each, r))
        if (b.from.rank != nobody)
          received_once +=
              drawn.destinations[static_cast<std::size_t>(b.from.rank)][static_cast<std::size_t>(b.number)] == r;
    }
    RC_ASSERT(to_somebody == received_once);
  });
}

TEST_CASE(
    "a thin grid has dimensions of one rank and of two, in which a rank or its only neighbour stands on both sides") {
  const auto grid = conform::grid_of(conform::Comm::thin, 6);
  CHECK(grid.dimensions == std::vector{1, 2, 3, 1});
  CHECK(grid.periodic == std::vector{1, 1, 0, 1});
  CHECK(conform::topology_of(grid).sources[0] == std::vector{0, 0, 3, 3, nobody, 1, 0, 0});
  for (int p = 1; p <= 16; ++p) {
    int ranks = 1;
    for (const int d : conform::grid_of(conform::Comm::thin, p).dimensions) ranks *= d;
    CHECK(ranks == p);
  }
}

TEST_CASE("in a star the first rank has more neighbours than there are ranks, and the others are sinks") {
  const auto star = conform::topology_of(conform::Comm::star, 3);
  CHECK(star.destinations == std::vector<std::vector<Rank>>{{1, 2, 1, 2}, {}, {}});
  CHECK(star.sources == std::vector<std::vector<Rank>>{{}, {0, 0}, {0, 0}});
  CHECK(conform::topology_of(conform::Comm::star, 1).sources == std::vector<std::vector<Rank>>{{0, 0}});
}

TEST_CASE("a ring has as many edges one way as the other between any two ranks") {
  for (int p = 1; p <= 6; ++p) {
    const auto ring = conform::topology_of(conform::Comm::ring, p);
    std::map<std::pair<Rank, Rank>, int> edges;
    for (Rank r = 0; r < p; ++r)
      for (const Rank to : ring.destinations[static_cast<std::size_t>(r)]) ++edges[{r, to}];
    for (const auto& [edge, times] : edges) CHECK(edges.at({edge.second, edge.first}) == times);
  }
}

TEST_CASE("what is sent downwards in a grid arrives from above, even from one neighbour or from the rank itself") {
  const auto each = ToNeighbours::one_each;
  CHECK(print(sent(conform::topology_of({{3, 1}}), each, 1)) == "0.1#0 0.1#1 0.1#2 0.1#3");
  CHECK(print(received(conform::topology_of({{3, 1}}), each, 1)) == "0.0#1 0.2#0 0.1#3 0.1#2");
  CHECK(print(received(conform::topology_of({{2, 1}}), each, 0)) == "0.1#1 0.1#0 0.0#3 0.0#2");
  CHECK(print(received(conform::topology_of({{3, 1}}), ToNeighbours::the_same, 1)) == "0.0#0 0.2#0 0.1#0 0.1#0");
}

TEST_CASE("of several edges between two ranks of a graph the first sent is the first received") {
  const Topology graph{.sources = {{1, 0, 1}, {}}, .destinations = {{0}, {0, 0}}};
  CHECK(print(sent(graph, ToNeighbours::one_each, 1)) == "0.1#0 0.1#1");
  CHECK(print(received(graph, ToNeighbours::one_each, 0)) == "0.1#0 0.0#0 0.1#1");
  CHECK(print(received(graph, ToNeighbours::one_each, 1)).empty());
  CHECK(print(sent(graph, ToNeighbours::the_same, 1)) == "0.1#0");
}

/// How often each block is sent, less how often it is received.
std::map<std::string, int> balance(const Topology& topology) {
  std::map<std::string, int> open;
  for (Rank r = 0; r < static_cast<int>(topology.sources.size()); ++r) {
    for (const auto& b : sent(topology, ToNeighbours::one_each, r)) ++open[print({b})];
    for (const auto& b : received(topology, ToNeighbours::one_each, r)) --open[print({b})];
  }
  return open;
}

TEST_CASE("in every topology each block sent is received once") {
  property("in every topology each block sent is received once", [] {
    const int p = 1 + draw(40);
    for (const auto& topology : {conform::topology_of(conform::Comm::cart, p), conform::irregular_graph(p)})
      for (const auto& [block, open] : balance(topology)) RC_ASSERT(open == 0);
  });
  const Topology unbalanced{.sources = {{0}}, .destinations = {{0, 0}}};
  CHECK(balance(unbalanced).at("0.0#1") == 1);
}

TEST_CASE("the irregular graph has what an MPI may get wrong") {
  const auto graph = conform::irregular_graph(7);
  CHECK(graph.destinations[0] == std::vector{1, 0, 2});
  CHECK(graph.destinations[1] == std::vector{2, 2});
  CHECK(graph.destinations[4].empty());
  CHECK(graph.sources[2] == std::vector{2, 1, 1, 0});
}

/// All blocks that are sent must be the blocks that are received, by the right process.
TEST_CASE("between groups each block that is received has been sent") {
  property("between groups each block that is received has been sent", [] {
    const GroupSizes groups{1 + draw(5), 1 + draw(5)};
    const auto c = static_cast<C>(static_cast<int>(C::bcast) + draw(10));
    const Rank root = draw(groups.first);
    for (int g = 0; g < 2; ++g)
      for (Rank r = 0; r < groups.size(g); ++r)
        for (const auto& b : received(c, groups, root, {g, r})) {
          RC_ASSERT(b.from.group == 1 - g);
          const auto there = sent(c, groups, root, b.from);
          RC_ASSERT(std::ranges::find(there, b) != there.end());
        }
  });
}

}  // namespace
}  // namespace tutti
