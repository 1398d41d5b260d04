// The ranks in blocks of falling powers of two; each block scatters its result by halving, smaller blocks fold theirs
// into the next larger one, and on the way back get the recombined result from it.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binary_blocks(const Group& g) {
  Builder s(g, floor2(g.ranks));
  const BinaryBlocks blocks(g.ranks);
  blocks.reduce_scatter(s);
  blocks.allgather(s);
  return std::move(s).done();
}

const Registered record({
    .make = binary_blocks,
    .needs = {.associative = true},
    .cost = {},
    .cites = "Rabenseifner 2004, extended version, 3.6; Thakur et al. 2005, 5.2",
});

}  // namespace
}  // namespace tutti
