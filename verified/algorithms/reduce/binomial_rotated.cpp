// A binomial tree over the ranks rotated so that the root is number 0. It ends at the root, without a move, but for
// a root other than 0 it combines p-1 with 0: only for commutative operators.
#include "verified/algorithms/binomial.hpp"
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binomial_rotated(const Group& g) {
  Builder s(g, 1);
  binomial_reduce(s, seats_from_root(g), {0, 1});
  return std::move(s).done();
}

const Registered record({
    .make = binomial_rotated,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "ceil(lg(p)) * (alpha_uni + n*beta_uni + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.3 (binary tree); Thakur et al. 2005, 4.5",
});

}  // namespace
}  // namespace tutti
