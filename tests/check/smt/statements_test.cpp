// Every statement is built, with the sanitizers. (What the solvers say of them, without: solvers/.)
#include <doctest/doctest.h>

#include "tests/support/all_cases.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/engine.hpp"
#include "verified/check/smt/laws.hpp"
#include "verified/check/smt/statement.hpp"

namespace tutti::smt {
namespace {

void build(const Query& query, z3::context& context) {
  const auto statement = query.build(context);
  CHECK_MESSAGE(statement.claim.is_bool(), query.name);
}

TEST_CASE("every query of the proofs for all p, on laws, and of the second engine for p up to 6, makes a statement") {
  for (const auto& algorithm : algorithms()) {
    z3::context context;
    if (const auto proof = proof_for_all_p(algorithm))
      for (const auto& query : proof->queries) build(query, context);
    for_all_groups(algorithm, 6, [&](const Group& group) {
      for (const auto& query : engine_queries(algorithm, group)) build(query, context);
    });
  }
  z3::context context;
  for (const auto& law : law_queries()) build(law, context);
}

}  // namespace
}  // namespace tutti::smt
