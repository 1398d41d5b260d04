// What a term means, and does not.
#pragma once
#include <z3++.h>

#include <string>
#include <vector>

namespace tutti::op {

/// No real division by zero happens in the term, on the branches that are taken: SMT-LIB lets x/0 be anything, and over
/// the reals it is nothing.
z3::expr is_defined(const z3::expr& term);

/// The names of functions of which the solver knows nothing but that equal arguments give equal results.
std::vector<std::string> uninterpreted(const z3::expr& term);

/// With a constant of its own for each product, quotient and square root of IEEE formats. What is proved of all values
/// of these is proved of theirs, without a circuit for them; what is refuted is not.
z3::expr with_free_products(const z3::expr& term);

}  // namespace tutti::op
