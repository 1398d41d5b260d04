// Before round k, rank r has the blocks of the k ranks r, r - 1, …, r - (k - 1) round the ring that are for it, each in
// its place: what a rank sends to another is the block for it.
#include "verified/check/malformed.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/ring.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries =
                                 [] { return pairwise_exchange_proof<SendsOwn<RingShift>>("alltoallw/ring_shift"); },
                             .up_to = most_in_exchange,
                             .because = "the number of all blocks, p^2, is an int"});

}  // namespace
}  // namespace tutti::smt
