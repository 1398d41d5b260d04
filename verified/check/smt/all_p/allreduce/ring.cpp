// As in reduce_scatter/pairwise, to the whole result of block r at rank r; from there as in allgatherv/ring.
#include "verified/check/smt/all_p/ring.hpp"

#include "verified/check/smt/all_p.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return joined(pairwise_exchange_proof<SendsOwn<PairwiseExchange>>("allreduce/ring/exchange"),
                ring_allgather_proof<SendsBlock<RingAllgather>>("allreduce/ring/allgather"));
}});

}  // namespace
}  // namespace tutti::smt
