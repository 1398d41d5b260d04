// Before the round at distance d, every seat v that is a multiple of d has the blocks of the seats from v to below
// min(v + d, p).
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/tree.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return joined(gathers_up_the_tree<BinomialTree>("gatherv/binomial"),
                {seats_begin_at_the_root<RotatedSeats>("gatherv/binomial")});
}});

}  // namespace
}  // namespace tutti::smt
