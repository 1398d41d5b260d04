// The classical combination: a binomial tree reduces to rank 0, the same tree backwards broadcasts the result.
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

struct Broadcast : BinomialBcast<Whole> {
  static Caption caption(const Ranks&, const Expression& d) {
    return numbered("broadcast along the tree, distance", d);
  }
};

const Registered allreduce_binomial({
    .rules = program<Whole, BinomialReduce<Whole>, Broadcast>,
    .needs = {.associative = true},
    .cost = {.paper = "ceil(lg(p)) * (2*alpha_uni + 2*n*beta_uni + n*gamma)"},
    .cites = "Rabenseifner 2004, extended version, 3.3 (binary tree)",
});

}  // namespace
}  // namespace tutti
