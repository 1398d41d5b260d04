// The rounds of alltoallw/ring_shift in one, so that nothing has to arrive before anything else.
#include "verified/check/malformed.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/ring.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries =
                                 [] { return pairwise_exchange_proof<SendsOwn<RingShift>>("alltoallw/scattered"); },
                             .up_to = most_in_exchange,
                             .because = "the number of all blocks, p^2, is an int"});

}  // namespace
}  // namespace tutti::smt
