// A binomial tree over the ranks rotated so that the root is number 0. It ends at the root, without a move, but for
// a root other than 0 it combines p-1 with 0: only for commutative operators.
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_binomial_rotated({
    .rules = program<Whole, Seated<FromRoot, BinomialReduce<Whole>>>,
    .needs = {.associative = true, .commutative = true},
    .cost = {.paper = "ceil(lg(p)) * (alpha_uni + n*beta_uni + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.3 (binary tree); Thakur et al. 2005, 4.5",
});

}  // namespace
}  // namespace tutti
