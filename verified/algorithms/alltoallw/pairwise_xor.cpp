// In round k the ranks r and r XOR k exchange their blocks: p/2 pairs, none of which meet. In round 0 every rank keeps
// its own block.
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered alltoallw_pairwise_xor(
    {.rules = program<Exchange, PairwiseXor>,
     .supports = Supports::powers_of_two,
     .cost = {.paper = "(p - 1)*alpha + n*beta", .differs = "-n/p*beta", .why = "a rank does not send its own block"},
     .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3"});

}  // namespace
}  // namespace tutti
