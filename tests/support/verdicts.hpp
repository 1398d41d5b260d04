// What the prover, the second engine and the oracle find, in one form, so that it can be compared.
#pragma once
#include <string>

#include "tests/support/oracle.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/smt/engine.hpp"

namespace tutti {

/// All that both engines say of a case, apart from the words in which they print a value.
inline std::string print(const Counterexample& c) {
  return std::string(name_of(c.fault)) + " in round " + std::to_string(c.round) + " at rank " + std::to_string(c.rank) +
         ", block " + std::to_string(c.block) + " (p = " + std::to_string(c.ranks) + ", root " +
         std::to_string(c.root) + ", shape " + print_shape(c.shape) + ")";
}
inline std::string print(const Needs& needs, bool agreement) {
  return std::string("holds for operators that are") + (needs.associative ? " associative" : "") +
         (needs.commutative ? " commutative" : "") + (agreement ? "; ranks agree" : "; ranks differ");
}
inline std::string print(const Verdict& verdict) {
  if (const auto* proved = std::get_if<Proved>(&verdict)) return print(proved->needs(), proved->agreement());
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) return print(refuted->counterexample);
  return "unknown to the prover";
}
inline std::string print(const BareVerdict& finding) {
  if (const auto* holds = std::get_if<Holds>(&finding)) return print(holds->needs, holds->agreement);
  if (const auto* refuted = std::get_if<Refuted>(&finding)) return print(refuted->counterexample);
  return "unknown to Z3: " + std::get<Unknown>(finding).why;
}

/// For which operators a schedule is proved, as the oracle says it.
inline oracle::Answer answer_of(const Verdict& verdict) {
  const auto* proved = std::get_if<Proved>(&verdict);
  if (!proved) return oracle::Answer::wrong;
  return proved->needs().commutative ? oracle::Answer::only_commutative : oracle::Answer::every_associative;
}

}  // namespace tutti
