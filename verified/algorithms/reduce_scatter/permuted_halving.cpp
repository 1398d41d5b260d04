// Vector halving with distance doubling keeps rank order, but leaves rank v with the block of the bit-reversed v. So
// the blocks are first permuted by bit reversal, in a copy of the vector; then every rank ends with its own block.
#include "verified/algorithms/bit_reversal.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_scatter_permuted_halving({
    .rules = program<PermutedCopy, PermuteBlocks, HalveCopy, PutOwnBlock>,
    .supports = Supports::powers_of_two,
    .needs = {.associative = true},
    .cost = {.paper = "lg(p)*alpha + (p - 1)/p*n*beta + (p - 1)/p*n*gamma"},
    .cites = "Thakur et al. 2005, 4.4 (\"permuted suitably\")",
});

}  // namespace
}  // namespace tutti
