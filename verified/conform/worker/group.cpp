#include "verified/conform/worker/group.hpp"

#include <algorithm>
#include <numeric>

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

/// With the ranks that it must have, and no communicator yet.
Group with_members(std::string name, Comm comm, const World& w) {
  auto members = tutti::conform::members_of(comm, w.size, w.rank);
  Group g;
  g.name = std::move(name);
  g.size = static_cast<int>(members.local.size());
  g.rank = static_cast<Rank>(std::ranges::find(members.local, w.rank) - members.local.begin());
  g.remote_size = static_cast<int>(members.remote.size());
  g.lower = members.has_root;
  g.in_world = std::move(members.local);
  g.remote_in_world = std::move(members.remote);
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

/// With a hint that no MPI knows, and that it must ignore (MPI 4.0, 10).
MPI_Comm duplicate_with_info(MPI_Comm comm) {
  MPI_Info info;
  need(MPI_Info_create(&info), "MPI_Info_create");
  need(MPI_Info_set(info, "tutti_hint", "1"), "MPI_Info_set");
  MPI_Comm copy;
  need(MPI_Comm_dup_with_info(comm, info, &copy), "MPI_Comm_dup_with_info");
  MPI_Info_free(&info);
  return copy;
}

MPI_Comm split_of_a_split(const World& w) {
  MPI_Comm part = split(w.rank % 2, w.rank), reversed;
  need(MPI_Comm_split(part, 0, -w.rank, &reversed), "MPI_Comm_split");
  MPI_Comm_free(&part);
  return reversed;
}

/// By MPI_Comm_create, which all ranks of the world call, or by MPI_Comm_create_group, which the members do.
MPI_Comm of_members(const Group& g, bool by_members_alone) {
  constexpr int tag = 1;
  MPI_Group all, some;
  need(MPI_Comm_group(MPI_COMM_WORLD, &all), "MPI_Comm_group");
  need(MPI_Group_incl(all, g.size, g.in_world.data(), &some), "MPI_Group_incl");
  MPI_Comm made;
  if (by_members_alone)
    need(MPI_Comm_create_group(MPI_COMM_WORLD, some, tag, &made), "MPI_Comm_create_group");
  else
    need(MPI_Comm_create(MPI_COMM_WORLD, some, &made), "MPI_Comm_create");
  MPI_Group_free(&some), MPI_Group_free(&all);
  return made;
}

/// The ranks of the world below `middle`, and the others.
MPI_Comm two_groups(const World& w, Rank middle) {
  constexpr int tag = 1;
  const bool is_lower = w.rank < middle;
  MPI_Comm local = split(is_lower, w.rank), both;
  need(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, is_lower ? middle : 0, tag, &both), "MPI_Intercomm_create");
  MPI_Comm_free(&local);
  return both;
}

/// The upper half stands first.
MPI_Comm merged_halves(const World& w) {
  MPI_Comm both = two_groups(w, w.size / 2), merged;
  need(MPI_Intercomm_merge(both, w.rank < w.size / 2, &merged), "MPI_Intercomm_merge");
  MPI_Comm_free(&both);
  return merged;
}

MPI_Comm cartesian(const tutti::conform::Grid& grid) {
  const auto& dimensions = grid.dimensions;
  const auto periodic = grid.periodic.empty() ? std::vector<int>(dimensions.size(), 1) : grid.periodic;
  MPI_Comm made;
  need(MPI_Cart_create(MPI_COMM_WORLD, static_cast<int>(dimensions.size()), dimensions.data(), periodic.data(), 0,
                       &made),
       "MPI_Cart_create");
  return made;
}

MPI_Comm graph(const Topology& neighbours, Rank rank, bool weighted) {
  const auto& from = neighbours.sources[static_cast<std::size_t>(rank)];
  const auto& to = neighbours.destinations[static_cast<std::size_t>(rank)];
  std::vector<int> weights(std::max<std::size_t>(1, std::max(from.size(), to.size())));
  std::iota(weights.begin(), weights.end(), 1);
  const int* weights_of_edges = weighted ? weights.data() : MPI_UNWEIGHTED;
  MPI_Comm made;
  need(
      MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(from.size()), from.data(), weights_of_edges,
                                     static_cast<int>(to.size()), to.data(), weights_of_edges, MPI_INFO_NULL, 0, &made),
      "MPI_Dist_graph_create_adjacent");
  return made;
}

/// Symmetric, as the procedures on neighbours need it (8.6).
MPI_Comm graph_of_all(const Topology& neighbours) {
  const auto [index, edges] = tutti::conform::edge_lists_of(neighbours);
  MPI_Comm made;
  need(MPI_Graph_create(MPI_COMM_WORLD, static_cast<int>(index.size()), index.data(), edges.data(), 0, &made),
       "MPI_Graph_create");
  return made;
}

/// A name for this rank's communicator of that kind, and of the local group in it.
std::string name_of_group(Comm comm, const World& w) {
  const auto name = std::string(name_of(comm));
  const bool is_lower = w.rank < w.size / 2, is_last = w.rank == w.size - 1;
  switch (comm) {
    case Comm::self: return "rank-" + std::to_string(w.rank);
    case Comm::split: return w.rank % 2 ? "odd" : "even";
    case Comm::nested: return w.rank % 2 ? "odd-reversed" : "even-reversed";
    case Comm::inter: return is_lower ? "lower" : "upper";
    case Comm::create_group: return is_lower ? "lower-half" : "upper-half";
    case Comm::inter_one:
    case Comm::inter_rest: return name + (is_last ? "-last" : "-others");
    default: return name;
  }
}

Group make(Comm comm) {
  const auto w = world();
  auto g = with_members(name_of_group(comm, w), comm, w);
  if (tutti::conform::has_topology(comm)) g.neighbours = tutti::conform::topology_of(comm, w.size);
  switch (comm) {
    case Comm::world: g.comm = MPI_COMM_WORLD; break;
    case Comm::self: g.comm = MPI_COMM_SELF; break;
    case Comm::dup: g.comm = duplicate(MPI_COMM_WORLD); break;
    case Comm::info: g.comm = duplicate_with_info(MPI_COMM_WORLD); break;
    case Comm::split: g.comm = split(w.rank % 2, w.rank); break;
    case Comm::reversed: g.comm = split(0, w.size - w.rank); break;
    case Comm::nested: g.comm = split_of_a_split(w); break;
    case Comm::create: g.comm = of_members(g, false); break;
    case Comm::create_group: g.comm = of_members(g, true); break;
    case Comm::merged: g.comm = merged_halves(w); break;
    case Comm::inter: g.comm = two_groups(w, w.size / 2); break;
    case Comm::inter_one:
    case Comm::inter_rest: g.comm = two_groups(w, w.size - 1); break;
    case Comm::cart:
    case Comm::thin:
    case Comm::open: g.comm = cartesian(tutti::conform::grid_of(comm, w.size)); break;
    case Comm::graph:
    case Comm::star:
    case Comm::weighted: g.comm = graph(g.neighbours, w.rank, comm == Comm::weighted); break;
    case Comm::ring: g.comm = graph_of_all(g.neighbours); break;
  }
  return g;
}

bool predefined(MPI_Comm comm) { return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF; }

}  // namespace

Groups::~Groups() {
  for (const auto& m : made_)
    if (!predefined(m->group.comm)) MPI_Comm_free(&m->group.comm);
  for (auto& comm : others_) MPI_Comm_free(&comm);
}

const Group& Groups::of(Comm comm, int copy) {
  for (const auto& m : made_)
    if (m->comm == comm && m->copy == copy) return m->group;
  for (int i = 0; comm == Comm::dup && copy == 0 && i < tutti::conform::duplicates_before; ++i)
    others_.push_back(duplicate(MPI_COMM_WORLD));
  auto group = copy == 0 ? make(comm) : of(comm);
  if (copy > 0) {
    group.comm = copy % 2 == 0 ? duplicate_with_info(group.comm) : duplicate(group.comm);
    group.name += "-copy-" + std::to_string(copy);
  }
  group.number = static_cast<int>(comm) * most_copies + copy;
  MPI_Comm_set_errhandler(group.comm, MPI_ERRORS_RETURN);
  made_.push_back(std::make_unique<Made>(Made{comm, copy, std::move(group)}));
  return made_.back()->group;
}

}  // namespace tutti::mpi::conform
