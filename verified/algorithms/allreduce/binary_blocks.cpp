// The ranks in blocks of falling powers of two; each block scatters its result by halving, smaller blocks fold theirs
// into the next larger one, and on the way back get the recombined result from it.
#include "verified/algorithms/binary_blocks.hpp"

#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allreduce_binary_blocks({
    .rules = program<PerSeat, FoldInBlocks, SpreadInBlocks>,
    .needs = {.associative = true},
    .cost = {.paper = "2*lg(q)*alpha + 2*n*beta + n*gamma - 1/q * (2*n*beta + n*gamma)",
             .differs = "p == q ? 0 : max(turned, back) - 2*lg(q)*alpha - (1 - 1/q)*(2*n*beta + n*gamma)",
             .why = "the papers price powers of two only, as halving and doubling; for other p that is the largest "
                    "block by itself, and messages from and to the smaller ones come on top",
             .loop = {.of = "p",
                      .each = "halved = lg(bit)*alpha + (1 - 1/bit)*n*(beta + gamma),"
                              "doubled = lg(bit)*alpha + (1 - 1/bit)*n*beta,"
                              "message = alpha_uni + n/bit*beta_uni,"
                              "messages = below > 0 ? bit/below : 0,"
                              "ready = max(halved, latest),"
                              "latest = ready + (below > 0 ? messages*message + n/bit*gamma : 0),"
                              "down = max(down, doubled),"
                              "back = below > 0 ? max(back, ready + doubled, halved + down) : 0,"
                              "turned = max(turned, back + 2*messages*message),"
                              "back = below > 0 ? back + n/bit*gamma + (messages + 1)*message : 0,"
                              "down = below > 0 ? down + messages*message : 0"}},
    .cites = "Rabenseifner 2004, extended version, 3.6; Thakur et al. 2005, 5.2",
});

}  // namespace
}  // namespace tutti
