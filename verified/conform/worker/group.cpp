#include "verified/conform/worker/group.hpp"

#include <algorithm>

#include "verified/conform/case/topology.hpp"
#include "verified/conform/worker/declined.hpp"
#include "verified/conform/worker/error_text.hpp"

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Comm;

constexpr int most_copies = 64;

struct World {
  int size;
  Rank rank;
};

World world() {
  World w;
  MPI_Comm_size(MPI_COMM_WORLD, &w.size);
  MPI_Comm_rank(MPI_COMM_WORLD, &w.rank);
  return w;
}

void need(int error, const char* procedure) {
  if (error != MPI_SUCCESS) throw CallFailed(std::string(procedure) + " returns " + error_text(error), error);
}

/// The ranks from `first` on at this distance, below `end`.
std::vector<Rank> every(int first, int end, int step = 1) {
  std::vector<Rank> ranks;
  for (Rank r = first; r < end; r += step) ranks.push_back(r);
  return ranks;
}

Group with_members(std::string name, std::vector<Rank> in_world, Rank rank_in_world) {
  Group g;
  g.name = std::move(name);
  g.size = static_cast<int>(in_world.size());
  g.rank = static_cast<Rank>(std::ranges::find(in_world, rank_in_world) - in_world.begin());
  g.in_world = std::move(in_world);
  return g;
}

MPI_Comm split(int colour, int key) {
  MPI_Comm part;
  need(MPI_Comm_split(MPI_COMM_WORLD, colour, key, &part), "MPI_Comm_split");
  return part;
}

MPI_Comm duplicate(MPI_Comm comm) {
  MPI_Comm copy;
  need(MPI_Comm_dup(comm, &copy), "MPI_Comm_dup");
  return copy;
}

Group odd_or_even(const World& w) {
  const int colour = tutti::conform::part_of(Comm::split, w.rank);
  auto g = with_members(colour ? "odd" : "even", every(colour, w.size, 2), w.rank);
  g.comm = split(colour, w.rank);
  return g;
}

Group reversed(const World& w) {
  auto ranks = every(0, w.size);
  std::ranges::reverse(ranks);
  auto g = with_members("reversed", std::move(ranks), w.rank);
  g.comm = split(0, w.size - w.rank);
  return g;
}

Group halves(const World& w) {
  constexpr int tag = 1;
  const int middle = w.size / 2;
  const bool lower = w.rank < middle;
  auto low = every(0, middle), high = every(middle, w.size);
  auto g = with_members(lower ? "lower" : "upper", lower ? low : high, w.rank);
  g.remote_in_world = lower ? high : low;
  g.remote_size = static_cast<int>(g.remote_in_world.size());
  g.lower = lower;
  MPI_Comm local = split(lower, w.rank);
  need(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, lower ? middle : 0, tag, &g.comm), "MPI_Intercomm_create");
  MPI_Comm_free(&local);
  return g;
}

Group grid(const World& w) {
  auto g = with_members("cart", every(0, w.size), w.rank);
  const auto dimensions = tutti::conform::grid_dimensions(w.size);
  const std::vector<int> periodic(dimensions.size(), 1);
  g.neighbours = tutti::conform::grid(dimensions);
  need(MPI_Cart_create(MPI_COMM_WORLD, static_cast<int>(dimensions.size()), dimensions.data(), periodic.data(), 0,
                       &g.comm),
       "MPI_Cart_create");
  return g;
}

Group graph(const World& w) {
  auto g = with_members("graph", every(0, w.size), w.rank);
  g.neighbours = tutti::conform::irregular_graph(w.size);
  const auto& from = g.neighbours.sources[static_cast<std::size_t>(w.rank)];
  const auto& to = g.neighbours.destinations[static_cast<std::size_t>(w.rank)];
  need(
      MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(from.size()), from.data(), MPI_UNWEIGHTED,
                                     static_cast<int>(to.size()), to.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &g.comm),
      "MPI_Dist_graph_create_adjacent");
  return g;
}

Group make(Comm comm) {
  const auto w = world();
  const auto all = [&](const char* name) { return with_members(name, every(0, w.size), w.rank); };
  switch (comm) {
    case Comm::world: {
      auto g = all("world");
      g.comm = MPI_COMM_WORLD;
      return g;
    }
    case Comm::dup: {
      auto g = all("dup");
      g.comm = duplicate(MPI_COMM_WORLD);
      return g;
    }
    case Comm::self: {
      auto g = with_members("rank-" + std::to_string(w.rank), {w.rank}, w.rank);
      g.comm = MPI_COMM_SELF;
      return g;
    }
    case Comm::split: return odd_or_even(w);
    case Comm::reversed: return reversed(w);
    case Comm::inter: return halves(w);
    case Comm::cart: return grid(w);
    case Comm::graph: return graph(w);
  }
  __builtin_unreachable();
}

bool predefined(MPI_Comm comm) { return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF; }

}  // namespace

Groups::~Groups() {
  for (const auto& m : made_)
    if (!predefined(m->group.comm)) MPI_Comm_free(&m->group.comm);
}

const Group& Groups::of(Comm comm, int copy) {
  for (const auto& m : made_)
    if (m->comm == comm && m->copy == copy) return m->group;
  auto group = copy == 0 ? make(comm) : of(comm);
  if (copy > 0) {
    group.comm = duplicate(group.comm);
    group.name += "-copy-" + std::to_string(copy);
  }
  group.number = static_cast<int>(comm) * most_copies + copy;
  MPI_Comm_set_errhandler(group.comm, MPI_ERRORS_RETURN);
  made_.push_back(std::make_unique<Made>(Made{comm, copy, std::move(group)}));
  return made_.back()->group;
}

}  // namespace tutti::mpi::conform
