// What is claimed of rules (verified/check/rules/), as queries.
#pragma once
#include <vector>

#include "verified/check/rules/claims.hpp"
#include "verified/check/smt/query.hpp"

namespace tutti::smt {

/// The query that asks whether the claim holds, by the same name. Where the claim does not speak of bits, integers will
/// do for the solver, and assumptions that speak of bits are left out, unless it needs them.
Query query_of(rules::Claim claim);
std::vector<Query> queries_of(std::vector<rules::Claim> claims);

}  // namespace tutti::smt
