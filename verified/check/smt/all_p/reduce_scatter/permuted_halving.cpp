// For p a power of two. The words and shares are those of the allreduce by halving and doubling, up to distance p, of a
// copy of the vector in which block b stands in the place share(b, p, p). These shares tile the vector and are single
// blocks, so that the copy is complete, and rank r ends with 0·…·(p-1) in the place where its block r stands.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/shares.hpp"

namespace tutti::smt {
namespace {

const std::string prefix = "all_p/reduce_scatter/permuted_halving/";

std::vector<Query> queries() {
  const Query one =
      query(Numbers::vectors, prefix + "share/one", "at distance q a share is one block", [](PairSetting& s) {
        const auto q = s.power_of_two("q"), count = s.power_of_two("count");
        s.assume(count * q == q);
        return count == 1;
      });
  return together({partners(prefix), words(prefix), shares(prefix), shares_tile(prefix), {one}});
}

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
