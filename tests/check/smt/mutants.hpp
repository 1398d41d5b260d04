// Rules in which one thing is wrong, and whether their claim for all p notices.
#pragma once
#include <string>
#include <vector>

#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::smt {

/// The rules of an algorithm with one operation, number, operand or guard changed: in one rule, or wherever that
/// program says the same.
struct Mutant {
  const Algorithm* algorithm;
  std::string rule;
  int number;  ///< of the rule; -1: of all
  Graph found, with;

  Rules rules() const;
  std::string print() const;
};

/// All mutants of what runs: of the rounds, the messages, the seats and the slots, and not of what is said of contents.
std::vector<Mutant> mutants(const Algorithm& algorithm);

/// The smallest p <= 200, of those that are looked at, for which what the rules make is wrong or has no value; 0 where
/// there is none.
int first_wrong(const Mutant& mutant);

/// The first query that is not proved; empty where all are, so that the claim is kept. Those that `algorithm` has as
/// well are not asked again.
std::string first_lost(const Mutant& mutant);

}  // namespace tutti::smt
