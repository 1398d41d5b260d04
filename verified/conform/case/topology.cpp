#include "verified/conform/case/topology.hpp"

#include <utility>

namespace tutti::conform {
namespace {

/// The rank at `step` (-1 or 1) from `rank` in a dimension of `length` ranks that are `stride` apart.
Rank shifted(Rank rank, int length, int stride, int step, bool periodic) {
  const int here = rank / stride % length, there = here + step;
  if (!periodic && (there < 0 || there >= length)) return nobody;
  return rank + ((there + length) % length - here) * stride;
}

std::vector<Rank> destinations_of(Rank rank, int ranks) {
  if (rank % 5 == 4) return {};
  const Rank next = (rank + 1) % ranks;
  std::vector<Rank> to{next};
  if (rank % 2 == 0) to.push_back(rank);
  if (rank % 3 == 0) to.push_back((rank + 2) % ranks);
  if (rank % 3 == 1) to.push_back(next);
  return to;
}

/// That graph, where the sources stand from the last rank to the first.
Topology with_sources(std::vector<std::vector<Rank>> destinations) {
  Topology topology;
  topology.destinations = std::move(destinations);
  const auto ranks = static_cast<int>(topology.destinations.size());
  topology.sources.resize(topology.destinations.size());
  for (Rank from = ranks - 1; from >= 0; --from)
    for (const Rank to : topology.destinations[static_cast<std::size_t>(from)])
      topology.sources[static_cast<std::size_t>(to)].push_back(from);
  return topology;
}

/// The product is `ranks`; as equal as can be, the greater first.
std::vector<int> two_dimensions(int ranks) {
  int least = 1;
  for (int d = 1; d * d <= ranks; ++d)
    if (ranks % d == 0) least = d;
  return {ranks / least, least};
}

}  // namespace

Grid grid_of(Comm comm, int ranks) {
  if (comm == Comm::thin) {
    const int second = ranks % 2 == 0 ? 2 : 1;
    const auto rest = two_dimensions(ranks / second);
    return {{1, second, rest[0], rest[1]}, {1, 1, 0, 1}};
  }
  auto dimensions = two_dimensions(ranks);
  if (dimensions.back() == 1) dimensions.pop_back();
  if (comm != Comm::open) return {std::move(dimensions)};
  dimensions.insert(dimensions.begin(), 1);
  return {dimensions, std::vector<int>(dimensions.size(), 0)};
}

Topology topology_of(const Grid& grid) {
  int ranks = 1;
  for (const int d : grid.dimensions) ranks *= d;
  Topology topology;
  topology.grid = true;
  for (Rank r = 0; r < ranks; ++r) {
    std::vector<Rank> neighbours;
    int stride = ranks;
    for (std::size_t d = 0; d < grid.dimensions.size(); ++d) {
      const int length = grid.dimensions[d];
      const bool periodic = grid.periodic.empty() || grid.periodic[d] != 0;
      stride /= length;
      for (const int step : {-1, 1}) neighbours.push_back(shifted(r, length, stride, step, periodic));
    }
    topology.sources.push_back(neighbours);
    topology.destinations.push_back(neighbours);
  }
  return topology;
}

Topology irregular_graph(int ranks) {
  std::vector<std::vector<Rank>> destinations;
  for (Rank r = 0; r < ranks; ++r) destinations.push_back(destinations_of(r, ranks));
  return with_sources(std::move(destinations));
}

Topology star(int ranks) {
  std::vector<std::vector<Rank>> destinations(static_cast<std::size_t>(ranks));
  for (int twice = 0; twice < 2; ++twice)
    for (Rank r = ranks > 1; r < ranks; ++r) destinations.front().push_back(r);
  return with_sources(std::move(destinations));
}

Topology ring(int ranks) {
  Topology topology;
  for (Rank r = 0; r < ranks; ++r) topology.destinations.push_back({(r + 1) % ranks, (r + ranks - 1) % ranks, r});
  topology.sources = topology.destinations;
  return topology;
}

EdgeLists edge_lists_of(const Topology& graph) {
  EdgeLists lists;
  for (const auto& of_rank : graph.destinations) {
    lists.edges.insert(lists.edges.end(), of_rank.begin(), of_rank.end());
    lists.index.push_back(static_cast<int>(lists.edges.size()));
  }
  return lists;
}

Topology topology_of(Comm comm, int ranks) {
  if (is_grid(comm)) return topology_of(grid_of(comm, ranks));
  return comm == Comm::star ? star(ranks) : comm == Comm::ring ? ring(ranks) : irregular_graph(ranks);
}

}  // namespace tutti::conform
