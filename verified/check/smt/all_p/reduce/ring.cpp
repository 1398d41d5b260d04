// As in reduce_scatter/pairwise, to the whole result of block r at rank r; every rank sends that block to the root,
// where it is the only one for its place.
#include "verified/check/smt/all_p/ring.hpp"

#include "verified/check/smt/all_p.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return pairwise_exchange_proof<SendsOwn<PairwiseExchange>>("reduce/ring");
}});

}  // namespace
}  // namespace tutti::smt
