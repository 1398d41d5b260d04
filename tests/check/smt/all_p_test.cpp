// The proofs for all p that are registered: each belongs to an algorithm, and all their queries are proved.
#include "verified/check/smt/all_p.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "verified/schedule/algorithm.hpp"

namespace tutti::smt {
namespace {

TEST_CASE("every query of the proofs for all p is proved" * doctest::test_suite("slow")) {
  std::map<std::string, Query> by_name;  // special cases of a collective share theirs
  for (const auto& proof : all_p_proofs())
    for (const auto& query : proof.queries()) by_name.emplace(query.name, query);
  std::vector<Query> queries;
  for (const auto& [name, query] : by_name) queries.push_back(query);
  const auto answers = ask_all(queries, {}, 2);
  double seconds = 0;
  std::size_t slowest = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    CAPTURE(queries[i].name);
    CAPTURE(answers[i].detail);
    CHECK(answers[i].found == Found::proved);
    CHECK(answers[i].steps < Limit{}.steps / 3);  // so that another release of Z3 may need some more
    seconds += answers[i].seconds;
    if (answers[i].seconds > answers[slowest].seconds) slowest = i;
  }
  CHECK(!queries.empty());
  MESSAGE(queries.size() << " queries in " << seconds << " s, the slowest " << queries[slowest].name << " in "
                         << answers[slowest].seconds << " s and " << answers[slowest].steps << " steps");
}

TEST_CASE("a proof for all p is of an algorithm that there is, and no two of its queries have one name") {
  for (const auto& proof : all_p_proofs()) {
    CAPTURE(proof.algorithm);
    CHECK(find_algorithm(proof.algorithm) != nullptr);
    auto queries = proof.queries();
    std::ranges::sort(queries, {}, &Query::name);
    CHECK(std::ranges::adjacent_find(queries, {}, &Query::name) == queries.end());
  }
}

}  // namespace
}  // namespace tutti::smt
