// The laws of the predefined operations, asked of both solvers.
#include "verified/check/smt/laws.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <thread>

#include "tests/support/cvc5.hpp"

namespace tutti::smt {
namespace {

TEST_CASE("what Z3 finds of every law is what the table of operations says" * doctest::test_suite("slow")) {
  auto laws = law_queries();
  std::erase_if(laws, [](const LawQuery& law) { return law.needs_cvc5; });
  const auto answers =
      ask_all({laws.begin(), laws.end()}, {}, static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  for (std::size_t i = 0; i < laws.size(); ++i)
    CHECK_MESSAGE(answers[i].found == laws[i].expected, laws[i].name << ": " << answers[i].detail);
}

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
