// A second engine: a schedule is run over the terms of Z3, and Z3 compares them with the sequential model. It shares
// the interpreter and the model with the prover, and not its words and trees.
#pragma once
#include "spec/verdict.hpp"
#include "verified/check/smt/query.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::smt {

/// Points 1, 2 and 5 of "What proved means" (spec/README.md) for a well-formed schedule without races. A cell in a
/// counterexample is printed as Z3 prints its term: x3 is the value that letter 3 stands for, see reference/model.hpp.
[[nodiscard]] BareVerdict prove_again(Schedule schedule, Collective collective, Rank root, const Limit& limit = {});
/// The same for an algorithm of the registry; also refuted where the needs exceed what the record claims.
[[nodiscard]] BareVerdict prove_again(const Algorithm& algorithm, const Group& group, const Limit& limit = {});

/// What is asked for that case, one query for each law: the contract, under the laws that the record claims to need,
/// and where all ranks receive the same combination the agreement on its brackets, which is a finding and need not
/// hold; none of a schedule that cannot be interpreted. Names are like "engine/allreduce/ring/p=5/order".
std::vector<Query> engine_queries(const Algorithm& algorithm, const Group& group);

}  // namespace tutti::smt
