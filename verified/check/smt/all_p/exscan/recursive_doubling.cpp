// As for the scan, but the prefix of rank r ends before r: the sum that comes first from a lower run becomes the
// prefix, and rank 0, to which nothing lower sends, keeps its own value.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/prefix.hpp"

namespace tutti::smt {
namespace {

std::vector<Query> queries() { return prefix_by_doubling("all_p/exscan/recursive_doubling/", {.own_too = false}); }

const RegisteredAllP record({.queries = queries});

}  // namespace
}  // namespace tutti::smt
