// Does a counterexample that a solver found fail when the function runs?
#pragma once
#include <optional>

#include "verified/op/black_box/black_box.hpp"
#include "verified/op/law_finding.hpp"

namespace tutti::op {

/// Runs a refuted finding's operands through the function, in a child process: true where the law fails there too, and
/// false where it holds. Nothing where a run cannot show it: of memory, total and pure, of which machine code may hide
/// a fault; of an identity, which quantifies over all elements; and of operands that are only the nearest to real
/// numbers.
std::optional<bool> fails_when_run(const Trial& trial, const LawFinding& finding);

}  // namespace tutti::op
