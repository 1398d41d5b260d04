// What is claimed of one round of a phase.
#pragma once
#include <string>
#include <vector>

#include "verified/check/rules/claims.hpp"
#include "verified/check/rules/phase_state.hpp"

namespace tutti::rules {

/// Round h of those of the number k, and the moments at which the phase says what its slots hold before and after it.
struct Round {
  const PhaseRules& phase;
  Ranks g;
  E k;
  int h;
  Moment before, after;
  std::vector<C> assumptions;  ///< that there is such a round
};

/// Adds that its messages are between seats and slots that there are, that each slot has one writer, that two seats
/// exchange one message, that what is sent and folded is there and stays, and that the slots then hold what the phase
/// says. The names of these claims begin with `prefix`.
void add_claims_of_round(const Round& round, const SlotRules& slots, const CollectiveRow& collective,
                         const std::string& prefix, Claims& claims);

}  // namespace tutti::rules
