// What must hold of the rules of a program so that it is right for every p: by induction over the rounds of each phase,
// with p, root, rank, slot and round free.
#pragma once
#include <string>
#include <vector>

#include "spec/collective.hpp"
#include "spec/verdict.hpp"
#include "verified/check/rules/claims.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::rules {

/// For each phase: its rounds follow one another and end; ranks and slots exist; a message has one sender and one
/// receiver, and no two write one slot; nothing is read that is being replaced; what is sent is there, and of the block
/// that the slot is for; what is folded lies side by side (or is disjoint, where the operator commutes); what the phase
/// says its slots hold is so before the first round, and after a round if it was before; no int overflows. At last,
/// each slot that is due holds what the model says. Names begin with "all_p/" and the path of the algorithm's file: a
/// special case of a collective has the obligations of the general one.
std::vector<Claim> obligations(const Algorithm& algorithm, const Rules& rules);

/// Those of one member of a family, whose shape is empty where there is none.
std::vector<Claim> obligations(const Algorithm& algorithm, const Rules& rules, const Shape& shape);

}  // namespace tutti::rules
