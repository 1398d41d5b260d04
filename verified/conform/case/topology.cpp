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

}  // namespace

Grid grid_of(Comm comm, int ranks) {
  int least = 1;
  for (int d = 1; d * d <= ranks; ++d)
    if (ranks % d == 0) least = d;
  auto dimensions = least == 1 ? std::vector{ranks} : std::vector{ranks / least, least};
  if (comm == Comm::open) dimensions.insert(dimensions.begin(), 1);
  return {std::move(dimensions), comm != Comm::open};
}

Topology topology_of(const Grid& grid) {
  int ranks = 1;
  for (const int d : grid.dimensions) ranks *= d;
  Topology topology;
  topology.grid = true;
  for (Rank r = 0; r < ranks; ++r) {
    std::vector<Rank> neighbours;
    int stride = ranks;
    for (const int length : grid.dimensions) {
      stride /= length;
      for (const int step : {-1, 1}) neighbours.push_back(shifted(r, length, stride, step, grid.periodic));
    }
    topology.sources.push_back(neighbours);
    topology.destinations.push_back(neighbours);
  }
  return topology;
}

Topology irregular_graph(int ranks) {
  Topology topology;
  topology.sources.resize(static_cast<std::size_t>(ranks));
  for (Rank r = 0; r < ranks; ++r) topology.destinations.push_back(destinations_of(r, ranks));
  for (Rank from = ranks - 1; from >= 0; --from)
    for (const Rank to : topology.destinations[static_cast<std::size_t>(from)])
      topology.sources[static_cast<std::size_t>(to)].push_back(from);
  return topology;
}

Topology topology_of(Comm comm, int ranks) {
  return comm == Comm::cart || comm == Comm::open ? topology_of(grid_of(comm, ranks)) : irregular_graph(ranks);
}

}  // namespace tutti::conform
