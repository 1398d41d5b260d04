// A rank sees the blocks as a ring from its own on, and holds the first ones of it. Their number grows from 1 to p
// through p halved again and again, rounding up: the missing ones are the first ones of a rank further on.
#include "verified/algorithms/circulant.hpp"

#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allgatherv_circulant({
    .rules = program<PerRank, CirculantAllgather>,
    .cost = {.paper = "ceil(lg(p))*alpha + (p - 1)/p*n*beta"},
    .cites = "Träff 2024, arXiv:2410.14234 (allgather)",
});

}  // namespace
}  // namespace tutti
