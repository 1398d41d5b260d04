// Proofs for every count: what the executor computes with counts, offsets and sizes does not overflow and stays in
// place.
#pragma once
#include <vector>

#include "verified/check/smt/query.hpp"

namespace tutti::smt {

struct CountArithmetic;

/// The theorems, for all values of 64 bits that the executor does not refuse; other arithmetic than the executor's
/// shows what they exclude. Names begin with "counts/"; "…/exact" says that nothing overflows.
std::vector<Query> count_queries(const CountArithmetic& arithmetic);
std::vector<Query> count_queries();  ///< of the executor's

}  // namespace tutti::smt
