// Before the round at distance d, going down, every seat v that is a multiple of 2d has the blocks of the seats from v
// to below min(v + 2d, p).
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/tree.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return joined(scatters_down_the_tree<BinomialTree>("scatterv/binomial"),
                {seats_begin_at_the_root<RotatedSeats>("scatterv/binomial")});
}});

}  // namespace
}  // namespace tutti::smt
