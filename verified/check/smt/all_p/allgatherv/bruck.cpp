// Before the round at distance d, place j < d of the copy at rank r holds the block of the rank j further on round the
// ring; after the last round d stands at p, and the rotation takes every block home.
#include "verified/check/smt/all_p/bruck.hpp"

#include "verified/check/smt/all_p.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] { return bruck_allgather_proof<BruckAllgather>("allgatherv/bruck"); },
                             .up_to = 1 << 30,
                             .because = "the number of slots, 2p, is an int"});

}  // namespace
}  // namespace tutti::smt
