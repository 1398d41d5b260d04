// The proofs for all p. (That all their queries are proved: solvers/all_p_test.cpp.)
#include "verified/check/smt/all_p.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "verified/schedule/algorithm.hpp"

namespace tutti::smt {
namespace {

TEST_CASE("no two queries of a proof for all p have one name") {
  for (const auto& algorithm : algorithms()) {
    auto proof = proof_for_all_p(algorithm);
    if (!proof) continue;
    CAPTURE(algorithm.name);
    CHECK(!proof->queries.empty());
    std::ranges::sort(proof->queries, {}, &Query::name);
    CHECK(std::ranges::adjacent_find(proof->queries, {}, &Query::name) == proof->queries.end());
  }
}

TEST_CASE(
    "nothing is claimed for all p of what a builder makes, since it may do otherwise beyond every p that is tried") {
  for (const auto& algorithm : algorithms())
    if (!algorithm.rules) CHECK_FALSE(proof_for_all_p(algorithm));
  CHECK_FALSE(find_algorithm("alltoall/bruck")->rules);
}

TEST_CASE("a family that lists no shape has no proof for all p, rather than one without queries") {
  auto algorithm = *find_algorithm("allreduce/ring");
  REQUIRE(algorithm.rules);
  algorithm.shapes = [](int) { return std::vector<Shape>{}; };
  CHECK_THROWS_AS(proof_for_all_p(algorithm), NoSchedule);
}

TEST_CASE("a special case of a collective shares the queries of the general one") {
  const auto general = proof_for_all_p(*find_algorithm("alltoallw/ring_shift")),
             special = proof_for_all_p(*find_algorithm("alltoall/ring_shift"));
  REQUIRE(general->queries.size() == special->queries.size());
  for (std::size_t i = 0; i < general->queries.size(); ++i) {
    CHECK(general->queries[i].name == special->queries[i].name);
    CHECK(print_smt2(general->queries[i]) == print_smt2(special->queries[i]));
  }
}

}  // namespace
}  // namespace tutti::smt
