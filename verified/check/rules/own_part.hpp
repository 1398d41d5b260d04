// What one rank makes of rules that are proved for all p, in about the time of its own steps.
#pragma once
#include <string>

#include "verified/schedule/algorithm.hpp"

namespace tutti::rules {

struct OwnPart {
  Schedule schedule;   ///< the steps of group.only
  std::string failed;  ///< the claim that does not hold of one of them, and where; empty where all do
};

/// Builds the steps of rank group.only of an algorithm with rules, and evaluates for each of its messages all that is
/// claimed of the phase (obligations.hpp), for this p, root, round and seat, at an end of the message's run of slots:
/// that what Z3 proved of graphs holds of the ints that run, and
/// that each of its steps is the one that the graphs write down. Throws NoSchedule.
OwnPart own_part(const Algorithm& algorithm, Group group);

}  // namespace tutti::rules
