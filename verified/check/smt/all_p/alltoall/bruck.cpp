// Before the round at distance d, block i at rank r is the one from rank r - c for the rank i further on than that one,
// where c = i modulo d; it is on one of two sides, by the parity of its hops to go. After the last round c is i.
#include "verified/check/smt/all_p/bruck.hpp"

#include "verified/check/smt/all_p.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] { return BruckAlltoallProof<BruckAlltoall>("alltoall/bruck").queries(); },
                             .bounded = "more than (2^31 - 1)/3 ranks, which have too many slots"});

}  // namespace
}  // namespace tutti::smt
