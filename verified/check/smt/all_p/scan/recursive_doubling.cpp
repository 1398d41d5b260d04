// Before the exchange at distance d, rank r has the word of its run of d ranks up to r as its prefix, and the word of
// the whole run as its sum, if the run is full. An upper rank, whose lower run is always full, puts that run's sum to
// the left of its prefix. Sums are combined too; after the last exchange every run begins with rank 0.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/prefix.hpp"

namespace tutti::smt {
namespace {

std::vector<Query> queries() { return prefix_by_doubling("all_p/scan/recursive_doubling/", {.own_too = true}); }

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
