// The proofs for all p: all their queries are proved by Z3, and cvc5 confirms those that are within its reach.
#include "verified/check/smt/all_p.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "tests/support/cvc5.hpp"
#include "verified/check/smt/counts.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::smt {
namespace {

/// What is stated, in SMT-LIB 2, without the name that it has.
std::string text_of(const Query& query) {
  const auto text = print_smt2(query);
  return text.substr(text.find("(set-logic"));
}

/// Phases that algorithms share lead to the same queries under several names: each is asked once.
struct Asked {
  std::size_t names = 0;
  std::vector<Query> queries;
  std::vector<Answer> answers;  ///< of Z3

  Asked() {
    std::set<std::string> seen, texts;
    for (const auto& algorithm : algorithms())
      if (const auto proof = proof_for_all_p(algorithm))
        for (const auto& query : proof->queries)
          if (seen.insert(query.name).second && texts.insert(text_of(query)).second) queries.push_back(query);
    names = seen.size();
    answers = ask_all(queries, {}, 2);
  }
};

/// Asked once for both sentences.
const Asked& asked() {
  static const Asked all;
  return all;
}

TEST_CASE("every query of the proofs for all p is proved" * doctest::test_suite("slow")) {
  const auto& queries = asked().queries;
  const auto& answers = asked().answers;
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
  MESSAGE(asked().names << " queries, " << queries.size() << " of them different, in " << seconds << " s, the slowest "
                        << queries[slowest].name << " in " << answers[slowest].seconds << " s and "
                        << answers[slowest].steps << " steps");
}

TEST_CASE("cvc5 confirms every query on counts, and those for all p that Z3 proves in few steps" *
          doctest::test_suite("slow")) {
  constexpr unsigned few = 340'000;  // of others, cvc5's bit-vectors make minutes
  const auto& queries = asked().queries;
  const auto& answers = asked().answers;
  std::vector<Query> proved;
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (answers[i].found == Found::proved && answers[i].steps <= few) proved.push_back(queries[i]);
  const auto of_all_p = proved.size();
  for (const auto& query : count_queries()) proved.push_back(query);
  const auto opinion = ask_cvc5(proved);
  CHECK(opinion.contradicted == std::vector<std::string>{});
  CHECK(100 * opinion.undecided < opinion.confirmed);
  MESSAGE("of " << queries.size() << " queries for all p, " << of_all_p << " are asked a second time; no answer for "
                << opinion.undecided << " of all");
  CHECK(5 * of_all_p > 4 * queries.size());
}

}  // namespace
}  // namespace tutti::smt
