// The words and shares are those of the allreduce by halving and doubling, up to distance q: seat v has 0·…·(p-1) in
// share(v, q, q). Then a tree gathers: before distance d the seats whose numbers differ from that of the root's seat in
// bits below 2d only have it in share(v, 2d, q). After distance 1 that is the root's seat alone, which has all blocks.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/shares.hpp"

namespace tutti::smt {
namespace {

const std::string prefix = "all_p/reduce/halving_doubling/";

std::vector<Query> queries() {
  const Keeper stays = [](auto& v, auto& r) { return rank_that_stays(v, r.surplus, r.root); };
  return together({floors(prefix),
                   seats(prefix, stays),
                   {surplus_folds_by_halves(prefix, stays)},
                   partners(prefix),
                   words(prefix),
                   shares(prefix),
                   {root_has_seat(prefix, stays)},
                   gathered_shares(prefix)});
}

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
