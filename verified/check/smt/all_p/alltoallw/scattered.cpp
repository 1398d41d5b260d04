// The rounds of alltoallw/ring_shift in one, so that nothing has to arrive before anything else.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/ring.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries =
                                 [] { return pairwise_exchange_proof<SendsOwn<RingShift>>("alltoallw/scattered"); },
                             .bounded = "more than 2^30 ranks, which have too many slots"});

}  // namespace
}  // namespace tutti::smt
