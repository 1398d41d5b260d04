// Before the round at distance d, every multiple v of d holds the contributions of the ranks from v to below
// min(v + d, p), in rank order. Those that meet lie side by side; rank 0 ends with all, and sends them to the root.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/tree.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] { return gathers_up_the_tree<BinomialTree>("reduce/binomial"); }});

}  // namespace
}  // namespace tutti::smt
