// As in reduce/binomial, over seats that begin at the root: there each contribution is once. For commutative operators.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/tree.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return joined(gathers_up_the_tree<BinomialTree>("reduce/binomial_rotated"),
                {seats_begin_at_the_root<RotatedSeats>("reduce/binomial_rotated")});
}});

}  // namespace
}  // namespace tutti::smt
