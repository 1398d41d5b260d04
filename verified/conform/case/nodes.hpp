// How the ranks of a launch lie on nodes: MPIs take other paths where they lie on several.
#pragma once
#include <string>
#include <vector>

namespace tutti::conform {

/// In blocks of nearly as many ranks, the larger ones first; rank r on node r mod n; rank 0 alone on the first node,
/// the others in blocks.
enum class Spread { block, cyclic, alone };

/// One node stands for what the launcher does when nothing is asked for.
struct Nodes {
  int count = 1;
  Spread spread = Spread::block;
  bool operator==(const Nodes&) const = default;
};

/// "2", "2-cyclic" or "3-alone".
std::string print(const Nodes& nodes);
/// Throws std::invalid_argument with what is due.
Nodes parse_nodes(const std::string& text);

/// The node of each rank, from 0 on; every node has a rank where there are as many.
std::vector<int> node_of_each(const Nodes& nodes, int ranks);

/// "0,0,1,1": the node of each rank.
std::string node_list(const Nodes& nodes, int ranks);

/// The different ways in which so many ranks lie on so many nodes, or on as many as there are ranks; one at least.
std::vector<Nodes> spreads(int count, int ranks);

}  // namespace tutti::conform
