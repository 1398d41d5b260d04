// The topologies of a conformance run, from arithmetic alone.
#pragma once
#include <vector>

#include "reference/exchange.hpp"

namespace tutti::conform {

/// Two dimensions whose product is `ranks` >= 1, as equal as can be, the greater first: {3, 2}. One where there is no
/// other way: {5}, in which, as in all of three ranks and more, the neighbours differ.
std::vector<int> grid_dimensions(int ranks);

/// Periodic in all dimensions; the last one varies fastest with the rank (MPI 4.0, 8.5.1: row-major).
Topology grid(const std::vector<int>& dimensions);

/// A graph of `ranks` ranks in which the degrees differ, some edges are there twice, some lead back to their own rank,
/// and the sources do not stand in the order of their ranks. Of more than four ranks some have no destinations.
Topology irregular_graph(int ranks);

}  // namespace tutti::conform
