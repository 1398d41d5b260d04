// Round a ring: every rank passes on to rank + 1 what it got last, at first its own block; p - 1 times.
#include "verified/algorithms/ring.hpp"

#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allgatherv_ring({
    .rules = program<PerRank, RingAllgather>,
    .cost = {.paper = "(p - 1)*alpha + (p - 1)/p*n*beta"},
    .cites = "Thakur et al. 2005, 4.1",
});

}  // namespace
}  // namespace tutti
