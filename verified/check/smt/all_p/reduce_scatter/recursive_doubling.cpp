// Words are those of the allreduce by recursive doubling: before the exchange at distance d, seat v has the word of the
// ranks of its run of d seats. It has it in the blocks of all ranks outside of its run, and in those of its own ranks:
// what it does not get from its partner, the blocks of the partner's run, it never sends and need not have. At distance
// q it has its own blocks left, and a rank that left gets the block of its number.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/pairs.hpp"

namespace tutti::smt {
namespace {

const std::string prefix = "all_p/reduce_scatter/recursive_doubling/";

Term stays(const Term& v, const Ranks& r) { return last_rank(v, r.surplus); }

std::vector<Query> queries() {
  return together({floors(prefix),
                   seats(prefix, stays),
                   {surplus_folds(prefix, stays)},
                   partners(prefix),
                   words(prefix),
                   kept_blocks(prefix, stays)});
}

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
