// Before the exchange at distance d, seat v has the word of the ranks of its run of d seats, as in recursive doubling,
// in the blocks share(v, d, q): all blocks at distance 1, one at distance q. It sends its partner the half that is the
// partner's next share. On the way back seat v has 0·…·(p-1) in the blocks share(v, 2d, q) before the exchange at
// distance d, and in share(v, d, q) after it: in the end in all. Then ranks that left get it.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/shares.hpp"

namespace tutti::smt {
namespace {

const std::string prefix = "all_p/allreduce/halving_doubling/";

std::vector<Query> queries() {
  const Keeper stays = [](auto& v, auto& r) { return rank_that_stays(v, r.surplus, v.constant(0)); };
  return together({floors(prefix),
                   seats(prefix, stays),
                   {surplus_folds_by_halves(prefix, stays)},
                   partners(prefix),
                   words(prefix),
                   shares(prefix)});
}

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
