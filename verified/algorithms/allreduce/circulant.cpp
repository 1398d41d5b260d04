// The reduce-scatter on a circulant graph and then its mirror image, the allgather: 2*ceil(lg p) rounds with the least
// traffic for every p.
#include "verified/algorithms/circulant.hpp"

#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule circulant(const Group& g) {
  Builder s(g, g.ranks);
  circulant_reduce_scatter(s, g.ranks);
  circulant_allgather(s, g.ranks);
  return std::move(s).done();
}

const Registered record({
    .make = circulant,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "2*ceil(lg(p))*alpha + (p - 1)/p*n*(2*beta + gamma)"},
    .cites = "Träff 2024, arXiv:2410.14234 (allreduce)",
});

}  // namespace
}  // namespace tutti
