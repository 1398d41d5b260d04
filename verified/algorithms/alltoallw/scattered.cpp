// Every rank posts all its messages at once, to rank + 1 first, then to rank + 2 and so on, so that the k-th messages
// of all ranks have different destinations.
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered alltoallw_scattered(
    {.rules = program<Exchange, Scattered>,
     .cost = {.paper = "", .differs = "(p - 1)*(alpha + n/p*beta)"},
     .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3 (old algorithm, and medium-size messages)"});

}  // namespace
}  // namespace tutti
