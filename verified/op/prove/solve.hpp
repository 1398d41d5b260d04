// Two solvers on one question: Z3 in this process and cvc5, where it is installed, as a program. The first answer wins.
#pragma once
#include <z3++.h>

#include <string>
#include <utility>
#include <vector>

#include "verified/op/prove/effort.hpp"

namespace tutti::op {

enum class Sat { unsat, sat, unknown };

/// Values of constants: {x, 3}, …
using Assignment = std::vector<std::pair<z3::expr, z3::expr>>;

struct Solved {
  Sat sat = Sat::unknown;
  std::string by;         ///< "z3" or "cvc5"
  std::string why;        ///< of unknown
  Assignment assignment;  ///< of sat: of the claims' constants, in the context of the claims
};

/// Can all claims, of one context, hold at once? `effort` > 0 is the limit, for each solver. What two solvers see
/// differently is unknown, and so is an assignment of either under which a claim is false; `why` then begins "z3 and
/// cvc5 disagree".
Solved solve(const z3::expr_vector& claims, Effort effort);

/// How `why` begins where no solver had an answer within the effort.
constexpr const char* no_answer = "no answer";

/// Z3's solver with the claims. It does what the default one does with bit-vectors or floating point alone, but does
/// not set up the ways to solve all else, which take 5 ms.
z3::solver solver_of(const z3::expr_vector& claims);

/// The term under the assignment, simplified: a value, but where a constant is missing or a function is not
/// interpreted.
z3::expr evaluate(const z3::expr& term, const Assignment& assignment);

/// The constants of a term, each once.
std::vector<z3::expr> constants_of(const z3::expr_vector& terms);

}  // namespace tutti::op
