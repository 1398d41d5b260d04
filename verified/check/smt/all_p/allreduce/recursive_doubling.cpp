// Before the exchange at distance d, seat v has the word of the ranks of its run: of the d neighbouring seats from
// first_of_run(v, d) on. The partner has the neighbouring run, so both fold and have that of 2d. A seat stands for one
// rank or for two neighbours, who have been folded before; at distance q the run is all ranks, and who left gets it.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/pairs.hpp"

namespace tutti::smt {
namespace {

const std::string prefix = "all_p/allreduce/recursive_doubling/";

std::vector<Query> queries() {
  const Keeper stays = [](const Term& v, const Ranks& r) { return first_rank(v, r.surplus); };
  return together(
      {floors(prefix), seats(prefix, stays), {surplus_folds(prefix, stays)}, partners(prefix), words(prefix)});
}

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
