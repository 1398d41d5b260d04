// A rank sees the blocks as a ring from its own on, and holds the first ones of it. Their number grows from 1 to p
// through p halved again and again, rounding up: the missing ones are the first ones of a rank further on.
#include "verified/algorithms/circulant.hpp"

#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule circulant(const Group& g) {
  Builder s(g, g.ranks);
  circulant_allgather(s, g.ranks);
  return std::move(s).done();
}

const Registered record({
    .make = circulant,
    .cost = {.paper = "ceil(lg(p))*alpha + (p - 1)/p*n*beta"},
    .cites = "Träff 2024, arXiv:2410.14234 (allgather)",
});

}  // namespace
}  // namespace tutti
