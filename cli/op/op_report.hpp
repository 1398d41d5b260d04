// What `tutti op` prints of a judgement.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verified/op/consequences/consequences.hpp"
#include "verified/op/judge/judge.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::cli {

/// Operands and results, a line each, and what it says.
std::string counterexample_text(const op::Type& type, const op::Counterexample& counterexample);
/// A line for each law and domain, the counterexamples, what follows for MPI and for the algorithms; with `quiet` only
/// what is refuted or unknown.
std::string op_text(const op::Subject& subject, const op::Judgement& judgement,
                    const std::vector<op::Consequence>& follows, bool quiet);
/// "version", "laws" with an entry for each finding, "fit", "associative", "commutative", "spread", "algorithms".
nlohmann::ordered_json op_json(const op::Subject& subject, const op::Judgement& judgement,
                               const std::vector<op::Consequence>& follows);

}  // namespace tutti::cli
