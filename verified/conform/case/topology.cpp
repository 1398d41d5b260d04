#include "verified/conform/case/topology.hpp"

namespace tutti::conform {
namespace {

/// The rank at `step` (-1 or 1) from `rank` in a dimension of `length` ranks that are `stride` apart.
Rank shifted(Rank rank, int length, int stride, int step) {
  const int here = rank / stride % length;
  return rank + ((here + step + length) % length - here) * stride;
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

std::vector<int> grid_dimensions(int ranks) {
  int least = 1;
  for (int d = 1; d * d <= ranks; ++d)
    if (ranks % d == 0) least = d;
  return least == 1 ? std::vector{ranks} : std::vector{ranks / least, least};
}

Topology grid(const std::vector<int>& dimensions) {
  int ranks = 1;
  for (const int d : dimensions) ranks *= d;
  Topology topology;
  topology.grid = true;
  for (Rank r = 0; r < ranks; ++r) {
    std::vector<Rank> neighbours;
    int stride = ranks;
    for (const int length : dimensions) {
      stride /= length;
      for (const int step : {-1, 1}) neighbours.push_back(shifted(r, length, stride, step));
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

}  // namespace tutti::conform
