// Statements for an SMT solver: each is asked alone, under a limit, and can be written out for another solver.
#pragma once
#include <z3++.h>

#include <functional>
#include <string>
#include <vector>

namespace tutti::smt {

/// What a counterexample shows: a term in the project's own words, such as {"n", n} or {"block 1 begins at", …}.
struct Shown {
  std::string name;
  z3::expr term;
};

/// All of them hold. (Z3 writes its own conjunction of nothing in a way that is no SMT-LIB.)
inline z3::expr all_of(const z3::expr_vector& claims) {
  return claims.empty() ? claims.ctx().bool_val(true) : z3::mk_and(claims);
}

/// For all values of its free constants: where all `assumptions` hold, `claim` does.
struct Statement {
  z3::expr_vector assumptions;
  z3::expr claim;
  std::vector<Shown> shown = {};
};

/// A named statement. `build` makes its terms in a context of its own, so queries may be asked at once.
struct Query {
  std::string name;    ///< "counts/equal_blocks/tile": unique, and the name of its file
  std::string states;  ///< one sentence
  std::function<Statement(z3::context&)> build;
};

enum class Found { proved, refuted, unknown };

/// What the solver found. A time-out is unknown, and unknown is never a pass.
struct Answer {
  Found found;
  std::string detail = "";  ///< refuted: "n = 1, blocks = 2: …"; unknown: the reason
  double seconds = 0;       ///< of both questions: can the assumptions hold, and does the claim?
};

/// Asks whether the assumptions can hold at all, which must be so or the query is refuted as vacuous, and whether the
/// claim then holds. `time_limit` > 0 is in seconds, for each of the two.
Answer ask(const Query& query, double time_limit);

/// The answers in the order of the queries, from `jobs` threads. `progress` is called from one thread at a time.
std::vector<Answer> ask_all(const std::vector<Query>& queries, double time_limit, int jobs,
                            const std::function<void(std::size_t done, std::size_t of)>& progress = {});

/// The negation of the claim as SMT-LIB 2, with a comment that says what is stated: unsat where the query is proved.
std::string print_smt2(const Query& query);

}  // namespace tutti::smt
