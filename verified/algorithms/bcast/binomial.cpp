// A binomial tree: in every round each rank that has the vector sends it to one that has not.
#include "verified/algorithms/binomial.hpp"

#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binomial(const Group& g) {
  Builder s(g, 1);
  binomial_bcast(s, seats_from_root(g), {0, 1});
  return std::move(s).done();
}

const Registered record({
    .make = binomial,
    .cost = {.paper = "ceil(lg(p)) * (alpha_uni + n*beta_uni)"},
    .cites = "Thakur et al. 2005, 4.2; Rabenseifner 2004, extended version, 3.3 (the broadcast in the allreduce)",
});

}  // namespace
}  // namespace tutti
