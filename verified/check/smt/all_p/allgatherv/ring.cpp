// Before round i, rank r has the blocks of the i ranks r, r - 1, …, r - (i - 1) round the ring, each in its place. It
// sends the last of them.
#include "verified/check/smt/all_p/ring.hpp"

#include "verified/check/smt/all_p.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return ring_allgather_proof<SendsBlock<RingAllgather>>("allgatherv/ring");
}});

}  // namespace
}  // namespace tutti::smt
