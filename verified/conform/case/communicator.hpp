// The kinds of communicators that cases run on: which ranks of the world are in each, and in which order.
#pragma once
#include <vector>

#include "spec/schedule.hpp"

namespace tutti::conform {

/// Made of the p ranks of the launch: the world itself; its duplicate, beside others that are alive; the even ranks and
/// the odd ranks, both at the same time; the ranks in reverse; each rank alone; an intercommunicator between the lower
/// half (p / 2 ranks) and the rest; a periodic cartesian grid; a distributed graph with edges that differ from rank to
/// rank, some of them twice or to the rank itself; a duplicate with hints; the even and the odd ranks again, each in
/// reverse, by a split of a split; by MPI_Comm_create the ranks turned by one; by MPI_Comm_create_group the lower half
/// and the rest, each by itself; the two groups of an intercommunicator merged, the upper half first;
/// intercommunicators between the last rank and the others, and between the others and the last; the graph again, with
/// weights; a grid that is open at its ends, of which a dimension has one rank; a grid of four dimensions, of which
/// some have one rank or two, periodic in all but one; a star, in which the first rank sends twice to each other one,
/// and nobody else has destinations; and a ring by MPI_Graph_create, with an edge from each rank to itself.
enum class Comm {
  world,
  dup,
  split,
  reversed,
  self,
  inter,
  cart,
  graph,
  info,
  nested,
  create,
  create_group,
  merged,
  inter_one,
  inter_rest,
  weighted,
  open,
  thin,
  star,
  ring
};
/// Duplicates of the world that are made before the one of Comm::dup, and live as long.
inline constexpr int duplicates_before = 48;
inline constexpr int comms = static_cast<int>(Comm::ring) + 1;

/// It has two groups; a case's root is in the first that the comment names.
constexpr bool is_inter(Comm comm) {
  return comm == Comm::inter || comm == Comm::inter_one || comm == Comm::inter_rest;
}
/// Made by MPI_Cart_create.
constexpr bool is_grid(Comm comm) { return comm == Comm::cart || comm == Comm::open || comm == Comm::thin; }
/// Needed by procedures on neighbours (MPI 4.0, 8.6).
constexpr bool has_topology(Comm comm) {
  return is_grid(comm) || comm == Comm::graph || comm == Comm::weighted || comm == Comm::star || comm == Comm::ring;
}
/// Made from two groups of which neither may be empty.
constexpr bool needs_two_ranks(Comm comm) { return is_inter(comm) || comm == Comm::merged; }

/// The ranks of the world in the groups of the communicator of that kind that a rank is in, in the order of their ranks
/// there.
struct Members {
  std::vector<Rank> local;
  std::vector<Rank> remote = {};  ///< of an intercommunicator
  bool has_root = true;           ///< the local group is the one that a case's root is in
};
Members members_of(Comm comm, int ranks, Rank in_world);

/// Which of the communicators of such a kind a rank of the world is in: the same number at all its ranks. The two
/// groups of an intercommunicator are one.
int part_of(Comm comm, int ranks, Rank in_world);

/// The size of the smallest group of ranks that a communicator of that kind has, but for empty ones: every root below
/// it exists everywhere. For an intercommunicator it is the size of the group that has the root.
int roots(Comm comm, int ranks);

}  // namespace tutti::conform
