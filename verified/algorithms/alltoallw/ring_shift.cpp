// In round k every rank sends to rank + k and receives from rank - k; in round 0 it keeps its own block.
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered alltoallw_ring_shift(
    {.rules = program<Exchange, RingShift>,
     .cost = {.paper = "(p - 1)*alpha + n*beta", .differs = "-n/p*beta", .why = "a rank does not send its own block"},
     .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3"});

}  // namespace
}  // namespace tutti
