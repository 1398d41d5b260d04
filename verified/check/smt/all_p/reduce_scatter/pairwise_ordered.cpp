// Before round i, block r of rank r has the contributions of the ranks from r - (i - 1), but not below 0, to r, and its
// second accumulator those of the last i - 1 - r ranks, if any; both in rank order. In the end they are [0, r + 1) and
// [r + 1, p), which the last fold joins; rank p - 1 has no second one.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/ordered_exchange.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return ordered_exchange_proof<OrderedExchange>("reduce_scatter/pairwise_ordered");
}});

}  // namespace
}  // namespace tutti::smt
