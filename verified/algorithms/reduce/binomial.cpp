// A binomial tree over the ranks as they are, so that runs of neighbours are folded and rank order is kept;
// rank 0 has the result and moves it to the root.
#include "verified/algorithms/linear.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered reduce_binomial({
    .rules = program<Whole, BinomialReduce<Whole>, MoveToRoot>,
    .needs = {.associative = true},
    .cost = {.paper = "ceil(lg(p)) * (alpha_uni + n*beta_uni + n*gamma)",
             .differs = "root == 0 ? 0 : alpha_uni + n*beta_uni",
             .why = "the move to the root, which rank order costs and the paper leaves out"},
    .cites = "Rabenseifner 2004, extended version, 3.3 (binary tree); Thakur et al. 2005, 4.5",
});

}  // namespace
}  // namespace tutti
