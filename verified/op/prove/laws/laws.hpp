// Each law, asked in one domain.
#pragma once
#include "verified/op/prove/laws/question.hpp"

namespace tutti::op {

/// What a law is asked of.
struct Asked {
  const Symbolic& symbolic;
  Effort effort;  ///< for each query
  Law law;
  Domain domain;
  bool any_length = true;  ///< from the lengths that are asked to all; else what holds of these is all that is said
};

// They fill all but `seconds` of the finding, and throw Unsupported where the operator cannot be executed.
LawFinding prove_without_faults(const Asked& asked);  ///< memory, total, aligned, aliasing, gaps, pure
LawFinding prove_split_safe(const Asked& asked);
LawFinding prove_equation(const Asked& asked);  ///< associative, commutative, idempotent, order, closed
LawFinding prove_identity(const Asked& asked);

/// The finding that a decision on the question is. A proof is unknown where nothing fulfils the assumptions or
/// something does that is not modelled, and so is a refutation that the function does not confirm.
LawFinding conclude(const Asked& asked, const Question& question, const Decision& decision);

/// "my_op.c:12: signed overflow of an addition"
std::string describe(const Fault& fault);

/// No finding yet.
inline LawFinding finding(const Asked& asked, Answer answer = Answer::unknown, std::string why = "",
                          std::string by = "") {
  return {asked.law, asked.domain, answer, std::move(why), std::move(by), 0, {}};
}

/// Why a law is unknown whose assumptions nothing fulfils.
constexpr const char* nothing_to_ask = "each call has a fault, or none of its operands is as --pre and C want it";

/// Does something fulfil the assumptions on the operands' leaves? Unknown counts as yes.
bool is_possible(const Question& question, const Type& type, Effort effort);

}  // namespace tutti::op
