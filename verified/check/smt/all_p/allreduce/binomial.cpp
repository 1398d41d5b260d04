// As in reduce/binomial to rank 0, and from there as in bcast/binomial.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/tree.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return joined(gathers_up_the_tree<BinomialTree>("allreduce/binomial/reduce"),
                spreads_down_the_tree<BinomialTree>("allreduce/binomial/bcast"));
}});

}  // namespace
}  // namespace tutti::smt
