// What a schedule must be so that it has a meaning at all, whatever its values are.
#pragma once
#include <optional>

#include "spec/verdict.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// Nothing where `ranks` ranks can have that root. It comes before a schedule is built: for others there is none.
std::optional<Counterexample> find_wrong_root(int ranks, Rank root);

/// That there is no schedule for `group` at all.
Counterexample malformed(const NoSchedule& none, const Group& group);

/// Points 0 and 3 of "What proved means" (spec/README.md): the first place where the schedule is malformed or races, or
/// nothing where it can be interpreted over any values. `ranks` and `root` are what was asked for, which `schedule`
/// need not be for. Field `shape` is left open.
std::optional<Counterexample> find_malformed_or_race(const Schedule& schedule, Collective collective, int ranks,
                                                     Rank root);

}  // namespace tutti
