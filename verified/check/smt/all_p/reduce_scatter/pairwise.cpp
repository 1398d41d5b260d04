// Before round i, block r of rank r is folded from the contributions of the i ranks r, r - 1, …, r - (i - 1) round the
// ring, each of them once. For commutative operators.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/ring.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return pairwise_exchange_proof<SendsOwn<PairwiseExchange>>("reduce_scatter/pairwise");
}});

}  // namespace
}  // namespace tutti::smt
