// Before round k, rank r has the blocks of the k ranks r, r - 1, …, r - (k - 1) round the ring that are for it, each in
// its place: what a rank sends to another is the block for it.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/ring.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries =
                                 [] { return pairwise_exchange_proof<SendsOwn<RingShift>>("alltoallw/ring_shift"); },
                             .bounded = "more than 2^30 ranks, which have too many slots"});

}  // namespace
}  // namespace tutti::smt
