// The blocks of a movement, as they are called in a C program.
#pragma once
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// What stands in the buffers of a rank: the numbers of the blocks sent, received, and those that are in the receive
/// buffer before (-1: none). Two blocks have the same number where they hold the same data.
struct BlocksOfBuffers {
  std::vector<int> sent, received, before;
};
BlocksOfBuffers blocks_of_buffers(const Case& c, Rank in_world);

/// Every neighbour gets the same block.
bool sends_neighbours_the_same(Procedure p);

}  // namespace tutti::conform
