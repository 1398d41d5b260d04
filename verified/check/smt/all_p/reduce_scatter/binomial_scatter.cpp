// As in reduce/binomial to rank 0, which sends block r straight to every other rank r.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/tree.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return gathers_up_the_tree<BinomialTree>("reduce_scatter/binomial_scatter");
}});

}  // namespace
}  // namespace tutti::smt
