// Before the round at distance d, rank r knows of the d ranks r, r - 1, …, r - (d - 1) round the ring, and of no
// others. It sends all that it knows; after the last round d stands at p.
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/ring.hpp"

namespace tutti::smt {
namespace {

const RegisteredAllP record({.queries = [] {
  return dissemination_proof<SendsAll<Dissemination>>("barrier/dissemination");
}});

}  // namespace
}  // namespace tutti::smt
