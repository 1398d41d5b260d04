// In a block of ranks, seat v has the word of the ranks of its run of d seats in share(v, d, q) before distance d, as
// in halving and doubling. At the distance that is the size of the block it gets the word of all higher ranks in its
// share from the next smaller block, which has it by then for the same reason; the smallest has no higher ranks. So the
// largest block ends with 0·…·(p-1) in share(v, q, q). On the way back each block hands its seats' shares on to the
// next smaller one before it doubles them: there seat w gets share(w, size, q), and so every block has 0·…·(p-1) in the
// end.
#include "verified/check/smt/all_p/binary_blocks.hpp"

#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/shares.hpp"

namespace tutti::smt {
namespace {

const std::string prefix = "all_p/allreduce/binary_blocks/";

std::vector<Query> queries() {
  return together({floors(prefix), binary_blocks(prefix), partners(prefix), shares(prefix), folded_blocks(prefix),
                   shares_tile(prefix)});
}

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
