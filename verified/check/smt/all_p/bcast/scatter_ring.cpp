// As in scatterv/binomial, until every seat has its own block, and from there as in allgatherv/ring over the seats.
// Where a seat has more from the scatter, the same arrives once more.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/ring.hpp"
#include "verified/check/smt/all_p/tree.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return joined(joined(scatters_down_the_tree<BinomialTree>("bcast/scatter_ring/scatter"),
                       ring_allgather_proof<SendsBlock<RingAllgather>>("bcast/scatter_ring/allgather")),
                {seats_begin_at_the_root<RotatedSeats>("bcast/scatter_ring")});
}});

}  // namespace
}  // namespace tutti::smt
