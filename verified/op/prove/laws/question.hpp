// A law as a question: for all operands under the assumptions, does the claim hold?
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "verified/op/prove/prove_laws.hpp"
#include "verified/op/prove/solve.hpp"
#include "verified/op/prove/summary.hpp"

namespace tutti::op {

/// One or more elements by name: {"x", {x}}, {"invec", {in0, in1}}.
using Named = std::pair<std::string, std::vector<Element>>;

struct Question {
  z3::expr_vector assumptions;
  z3::expr claim;               ///< is_defined() under the assumptions, as far as it matters
  std::vector<Named> operands;  ///< their leaves are constants
  std::vector<Named> results;
  std::vector<Fault> unmodelled = {};  ///< where the terms say nothing: not of the law's operands, for a refutation
};

/// A leaf of an operand.
struct Constant {
  z3::expr constant;
  Scalar scalar;
};
/// The leaves of all operands, one after another.
std::vector<Constant> leaves_of(const Question& question, const Type& type);

struct Decision {
  Answer answer = Answer::unknown;
  std::string by;         ///< "rewriting", "trial", "z3", "cvc5"
  std::string why;        ///< of unknown
  Assignment assignment;  ///< of refuted: a value for each leaf of the operands
};

/// Where all is modelled. First by rewriting, then by telling values, then by solvers. `effort` is the limit of each
/// query of these.
Decision decide(const Question& question, const Type& type, Effort effort);

/// The operands and results as bytes; no results where one has no value. `says` has the values that bytes cannot hold.
Counterexample show(const Question& question, const Type& type, const Assignment& assignment);

/// Are all leaves equal? NaNs are one value; +0 is -0 only if `by_value`.
z3::expr same(const Element& a, const Element& b, bool by_value);

}  // namespace tutti::op
