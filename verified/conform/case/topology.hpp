// The topologies of a conformance run, from arithmetic alone.
#pragma once
#include <vector>

#include "reference/exchange.hpp"
#include "verified/conform/case/communicator.hpp"

namespace tutti::conform {

/// A cartesian communicator; the last dimension varies fastest with the rank (MPI 4.0, 8.5.1: row-major).
struct Grid {
  std::vector<int> dimensions;
  std::vector<int> periodic = {};  ///< 1, or 0 where the ranks at the ends have no neighbour; empty: 1 in all
};

/// Comm::cart has two dimensions whose product is `ranks` >= 1, as equal as can be, the greater first: {3, 2}. One
/// where there is no other way: {5}, in which, as in all of three ranks and more, the neighbours differ. Comm::open has
/// one of a single rank before these, {1, 3, 2}, and is not periodic. Comm::thin has one of one rank, one of two where
/// their number is even, and two as Comm::cart has them of the rest, {1, 2, 3, 1}; the third is not periodic.
Grid grid_of(Comm comm, int ranks);

Topology topology_of(const Grid& grid);

/// A graph of `ranks` ranks in which the degrees differ, some edges are there twice, some lead back to their own rank,
/// and the sources do not stand in the order of their ranks. Of more than four ranks some have no destinations.
Topology irregular_graph(int ranks);

/// The first rank has each other one for a destination twice, those once after another and then again; of one rank it
/// has itself.
Topology star(int ranks);

/// Each rank has the next one, the one before and itself for neighbours, both ways.
Topology ring(int ranks);

/// A symmetric graph as MPI_Graph_create takes it (MPI 4.0, 8.5.3).
struct EdgeLists {
  std::vector<int> index, edges;  ///< where the edges of each rank end; the neighbours of all ranks
};
EdgeLists edge_lists_of(const Topology& graph);

/// The topology of one of those communicators that have one.
Topology topology_of(Comm comm, int ranks);

}  // namespace tutti::conform
