// What a query states, in Z3's terms.
#pragma once
#include <z3++.h>

#include <string>
#include <vector>

#include "verified/check/smt/query.hpp"

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

}  // namespace tutti::smt
