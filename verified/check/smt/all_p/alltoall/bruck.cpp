// Before the round at distance d, block i at rank r is the one from rank r - c for the rank i further on than that one,
// where c = i modulo d; it is on one of two sides, by the parity of its hops to go. After the last round c is i.
#include "verified/check/smt/all_p/bruck.hpp"

#include "verified/check/malformed.hpp"
#include "verified/check/smt/all_p.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] { return BruckAlltoallProof<BruckAlltoall>("alltoall/bruck").queries(); },
                             .up_to = most_in_exchange,
                             .because = "the number of all blocks, p^2, is an int"});

}  // namespace
}  // namespace tutti::smt
