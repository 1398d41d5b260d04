// The baseline: every rank posts all its messages at once, in the order of the ranks. All want to send to rank 0 first,
// which takes one message at a time, then to rank 1, and so on: the queues make it nearly twice as slow as `scattered`.
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered alltoallw_unscheduled(
    {.rules = program<Exchange, Unscheduled>,
     .cost = {.paper = "", .differs = "max(0, 2*p - 3)*(alpha + n/p*beta)"},
     .cites = "Thakur, Rabenseifner, Gropp 2005, 4.3 (the bottleneck that scattering avoids)"});

}  // namespace
}  // namespace tutti
