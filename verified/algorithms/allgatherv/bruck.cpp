// Every rank collects the blocks of the ranks from itself on, with wrap-around, in a copy of the vector that begins
// with its own: all it has goes to the rank at distance -1, -2, -4, …, which appends it. At the end the copy is
// rotated.
#include "verified/algorithms/bruck_allgather.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allgatherv_bruck({
    .rules = program<CopyFromOwn, BeginCopy, CollectCopies, RotateCopy>,
    .cost = {.paper = "ceil(lg(p))*alpha + (p - 1)/p*n*beta"},
    .cites = "Thakur et al. 2005, 4.1.2; Bruck et al. 1997 (concatenation)",
});

}  // namespace
}  // namespace tutti
