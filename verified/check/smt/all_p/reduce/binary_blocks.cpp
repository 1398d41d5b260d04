// As in the allreduce by binary blocks, the largest block ends with 0·…·(p-1) in share(v, q, q). A root that is not in
// it gets the share and the seat of rank 0. Then the shares are gathered as in the reduce by halving and doubling.
#include "verified/check/smt/all_p/binary_blocks.hpp"

#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/shares.hpp"

namespace tutti::smt {
namespace {

const std::string prefix = "all_p/reduce/binary_blocks/";

std::vector<Query> queries() {
  return together({floors(prefix), binary_blocks(prefix), partners(prefix), shares(prefix), folded_blocks(prefix),
                   gathered_shares(prefix)});
}

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
