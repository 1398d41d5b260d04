// cvc5 confirms what Z3 proves.
#include "tests/support/cvc5.hpp"

#include <doctest/doctest.h>

#include <map>

#include "tests/support/all_cases.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/counts.hpp"
#include "verified/check/smt/engine.hpp"
#include "verified/check/smt/laws.hpp"

namespace tutti::smt {
namespace {

TEST_CASE("cvc5 contradicts no law that is proved, and confirms all of formats that it knows" *
          doctest::test_suite("slow")) {
  std::vector<Query> proved, of_long_double;
  for (const auto& law : law_queries()) {
    if (law.expected != Found::proved) continue;
    const bool is_known =
        law.type != Type::long_double && law.type != Type::long_double_complex && law.type != Type::long_double_int;
    (is_known ? proved : of_long_double).push_back(law);
  }
  const auto opinion = ask_cvc5(proved);
  CHECK(opinion.contradicted == std::vector<std::string>{});
  CHECK(opinion.confirmed > 0);
  CHECK(opinion.undecided <= static_cast<int>(proved.size() / 100));

  const auto of_longer = ask_cvc5(of_long_double);
  CHECK(of_longer.contradicted == std::vector<std::string>{});
  MESSAGE("cvc5 confirms " << opinion.confirmed + of_longer.confirmed << " laws; it has no answer for "
                           << opinion.undecided << " and for " << of_longer.undecided << " of long double");
}

TEST_CASE("cvc5 confirms every query on counts, and those for all p that Z3 proves in few steps" *
          doctest::test_suite("slow")) {
  constexpr unsigned few = 300'000;  // of others, cvc5's bit-vectors make minutes
  std::vector<Query> proved = count_queries();
  std::map<std::string, Query> by_name;  // special cases of a collective share theirs
  for (const auto& algorithm : algorithms())
    if (const auto proof = proof_for_all_p(algorithm))
      for (const auto& query : proof->queries) by_name.emplace(query.name, query);
  std::vector<Query> all;
  for (const auto& [name, query] : by_name) all.push_back(query);
  const auto answers = ask_all(all, {.steps = few}, 2);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (answers[i].found == Found::proved) proved.push_back(all[i]);
  const auto opinion = ask_cvc5(proved);
  CHECK(opinion.contradicted == std::vector<std::string>{});
  CHECK(100 * opinion.undecided < opinion.confirmed);
  MESSAGE("of " << all.size() << " queries for all p, " << proved.size() - count_queries().size()
                << " are asked a second time; no answer for " << opinion.undecided << " of all");
  CHECK(5 * (proved.size() - count_queries().size()) > 4 * all.size());
}

TEST_CASE("cvc5 confirms the second engine, for all algorithms, p up to 4, roots and shapes" *
          doctest::test_suite("slow")) {
  std::vector<Query> proved;
  for_all(4, [&](const Algorithm& algorithm, const Group& group) {
    for (const auto& query : engine_queries(algorithm, group)) proved.push_back(query);
  });
  const auto opinion = ask_cvc5(proved);
  CHECK(opinion.contradicted == std::vector<std::string>{});
  CHECK(opinion.undecided == 0);
}

TEST_CASE("cvc5 proves the laws that Z3 has no answer for") {
  int laws = 0;
  for (const auto& law : law_queries()) {
    if (!law.needs_cvc5) continue;
    CHECK_MESSAGE(ask_cvc5(law) == "unsat", law.name);
    ++laws;
  }
  CHECK(laws == 6);
}

TEST_CASE("cvc5 contradicts a law that fails") {
  std::vector<Query> refuted;
  for (const auto& law : law_queries())
    if (law.name == "laws/lxor/c_bool/idempotent" || law.name == "laws/sum/float/associative") refuted.push_back(law);
  const auto opinion = ask_cvc5(refuted);
  CHECK(opinion.confirmed == 0);
  CHECK(opinion.contradicted == std::vector<std::string>{"laws/sum/float/associative", "laws/lxor/c_bool/idempotent"});
}

}  // namespace
}  // namespace tutti::smt
