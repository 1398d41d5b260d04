// refuted: p = 3, root 0, rank 2, block A: found 2, due 0-2 (contract)
// Allreduce by binary blocks in which only the largest block exchanges the results: the smaller ones never get any.
#include "tests/check/refuted.hpp"
#include "tests/support/phases.hpp"

namespace tutti {
namespace {

Schedule binary_blocks_without_recombination(const Group& g) {
  Builder s(g, floor2(g.ranks));
  const BinaryBlocks blocks(g.ranks);
  blocks.reduce_scatter(s);
  double_vector_halve_distance(s, blocks.largest());
  return std::move(s).done();
}

const WrongSchedule wrong_binary_blocks_without_recombination(Collective::allreduce,
                                                              binary_blocks_without_recombination,
                                                              {.associative = true});

}  // namespace
}  // namespace tutti
