// The reduce-scatter on a circulant graph and then its mirror image, the allgather: 2*ceil(lg p) rounds with the least
// traffic for every p.
#include "verified/algorithms/circulant.hpp"

#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allreduce_circulant({
    .rules = program<PerRank, CirculantReduceScatter, CirculantAllgather>,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "2*ceil(lg(p))*alpha + (p - 1)/p*n*(2*beta + gamma)"},
    .cites = "Träff 2024, arXiv:2410.14234 (allreduce)",
});

}  // namespace
}  // namespace tutti
