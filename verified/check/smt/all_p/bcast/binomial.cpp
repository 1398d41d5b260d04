// Before the round at distance d, going down, the seats that are multiples of 2d have the vector, and no others.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/tree.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return joined(spreads_down_the_tree<BinomialTree>("bcast/binomial"),
                {seats_begin_at_the_root<RotatedSeats>("bcast/binomial")});
}});

}  // namespace
}  // namespace tutti::smt
