// The search for counterexamples: mildest values first, then the smallest operands.
#pragma once
#include <vector>

#include "verified/op/black_box/bench.hpp"
#include "verified/op/law_finding.hpp"

namespace tutti::op {

/// One case of these experiments, of which there are some, must not be wrong: a finding for each domain.
std::vector<LawFinding> search(Bench& bench, Law law, const std::vector<Experiment>& experiments);

/// Whether no operand or result of the case is NaN or -0.
bool is_ordinary(const Type& type, const Experiment& experiment, const Cells& cells);

/// memory and total: of calls with vectors of the lengths of the trial before and behind pages without access. Where
/// memory is refuted, later calls may write what MPI forbids, so that the other laws can be asked.
std::vector<LawFinding> search_bad_calls(Bench& bench);
/// The same, of calls made for other laws: where they went wrong after all.
LawFinding finding_of_bad_call(Bench& bench, Law law, std::size_t tries);

/// pure: the same operands again, after other calls, with other padding, and in other processes.
std::vector<LawFinding> search_state(Bench& bench);

/// Whether candidates such as 0, 1, the least and the largest values are identities. An identity is never proved here,
/// nor that there is none.
std::vector<LawFinding> search_identity(Bench& bench);

}  // namespace tutti::op
