// The proofs for all p: all their queries are proved by Z3, and cvc5 confirms those that are within its reach.
#include "verified/check/smt/all_p.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "tests/support/cvc5.hpp"
#include "verified/check/rules/obligations.hpp"
#include "verified/check/rules/proved_digests.hpp"
#include "verified/check/smt/counts.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::smt {
namespace {

/// What is stated, in SMT-LIB 2, without the name that it has.
std::string text_of(const Query& query) {
  const auto text = print_smt2(query);
  return text.substr(text.find("(set-logic"));
}

/// Phases that algorithms share lead to the same queries under several names: each is asked once.
struct Asked {
  std::map<std::string, std::size_t> names;  ///< of all queries, and which of those below it is
  std::vector<Query> queries;
  std::vector<Answer> answers;  ///< of Z3

  Asked() {
    std::map<std::string, std::size_t> texts;
    for (const auto& algorithm : algorithms())
      if (const auto proof = proof_for_all_p(algorithm))
        for (const auto& query : proof->queries) {
          if (names.contains(query.name)) continue;
          const auto [at, is_new] = texts.emplace(text_of(query), queries.size());
          names.emplace(query.name, at->second);
          if (is_new) queries.push_back(query);
        }
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
  MESSAGE(asked().names.size() << " queries, " << queries.size() << " of them different, in " << seconds
                               << " s, the slowest " << queries[slowest].name << " in " << answers[slowest].seconds
                               << " s and " << answers[slowest].steps << " steps");
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

/// verified/check/rules/proved_digests.hpp, for these rules.
std::string print_digests(const std::map<rules::Digest, std::string>& proved) {
  std::string text =
      "// Written by the test check/smt/solvers/all_p, which holds that Z3 proves these rules and no others: where\n"
      "// TUTTI_WRITE_DIGESTS is the path of this file, that writes it anew.\n"
      "#pragma once\n#include \"verified/check/rules/digest.hpp\"\n\nnamespace tutti::rules {\n\n"
      "inline constexpr Digest proved_digests[] = {\n";
  for (const auto& [digest, name] : proved) text += "    " + print(digest) + ",  // " + name + "\n";
  return text + "};\n\n}  // namespace tutti::rules\n";
}

TEST_CASE("the digests by which ranks know rules that are proved are those of the rules that Z3 proves" *
          doctest::test_suite("slow")) {
  std::map<rules::Digest, std::string> due;
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.rules) continue;
    const auto claims = rules::obligations(algorithm, algorithm.rules().rules());
    const bool proved = std::ranges::all_of(claims, [](const rules::Claim& claim) {
      return asked().answers[asked().names.at(claim.name)].found == Found::proved;
    });
    if (proved) due.emplace(rules::digest_of(algorithm), algorithm.name);
  }
  std::vector<rules::Digest> sorted;
  for (const auto& [digest, name] : due) sorted.push_back(digest);
  const bool as_due = std::ranges::equal(sorted, rules::proved_digests);
  CHECK_MESSAGE(as_due, "set TUTTI_WRITE_DIGESTS=verified/check/rules/proved_digests.hpp and run this again");
  if (const char* path = std::getenv("TUTTI_WRITE_DIGESTS")) std::ofstream(path) << print_digests(due);
}

}  // namespace
}  // namespace tutti::smt
