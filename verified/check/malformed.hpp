// What a schedule must be so that it has a meaning at all, whatever its values are.
#pragma once
#include <optional>

#include "spec/verdict.hpp"

namespace tutti {

/// The most ranks of an exchange: their square, the number of blocks, is an int.
inline constexpr int most_in_exchange = 46340;

/// Points 0 and 3 of "What proved means" (spec/README.md): the first place where the schedule is malformed or races, or
/// nothing where it can be interpreted over any values. Fields `ranks`, `root` and `shape` are left open.
std::optional<Counterexample> find_malformed_or_race(const Schedule& schedule, Collective collective, Rank root);

}  // namespace tutti
