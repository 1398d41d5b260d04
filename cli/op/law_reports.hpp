// Reports on an operator with an entry for each law, as CI servers read them.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "verified/op/judge/judge.hpp"

namespace tutti::cli {

/// JUnit's XML with a test for each law: it fails where the law is refuted and MPI requires it, is an error where it is
/// unknown and MPI requires it, and is skipped where it does not hold and MPI does not require it.
std::string op_junit(const op::Subject& subject, const op::Judgement& judgement);

/// A SARIF 2.1.0 log (OASIS) with a result for each law that is not proved, at the line of the function where that is
/// known: an error where it is refuted and MPI requires it, a warning where it is unknown and MPI requires it, else a
/// note.
nlohmann::ordered_json op_sarif(const op::Subject& subject, const op::Judgement& judgement);

}  // namespace tutti::cli
