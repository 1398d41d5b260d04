// A binomial tree gathers all blocks at rank 0, and a binomial tree broadcasts them together.
#include "verified/algorithms/binomial.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule gather_bcast(const Group& g) {
  const Seats seat(g.ranks);
  Builder s(g, g.ranks);
  binomial_gather(s, seat);
  binomial_bcast(s, seat, {0, g.ranks});
  return std::move(s).done();
}

const Registered record({
    .make = gather_bcast,
    .cost = {.paper = "", .differs = "2*ceil(lg(p))*alpha_uni + ((p - 1)/p + ceil(lg(p)))*n*beta_uni"},
    .cites = "not in the papers as a whole; its trees: Thakur et al. 2005, 4.2 and 4.5",
});

}  // namespace
}  // namespace tutti
