// A binomial tree: every rank collects the blocks of its subtree and sends them on in one message.
#include "verified/algorithms/binomial.hpp"

#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binomial(const Group& g) {
  Builder s(g, g.ranks);
  binomial_gather(s, seats_from_root(g));
  return std::move(s).done();
}

const Registered record({
    .make = binomial,
    .cost = {.paper = "lg(p)*alpha_uni + (1 - 1/p)*n*beta_uni",
             .differs = "(ceil(lg(p)) - lg(p))*alpha_uni",
             .why = "the papers price it for powers of two only; a tree has ceil(lg(p)) steps"},
    .cites = "Rabenseifner 2004, extended version, 3.5 (the gather in the reduce); Thakur et al. 2005, 4.5",
});

}  // namespace
}  // namespace tutti
