// The time that a record claims, checked against the replay of its schedule.
#pragma once
#include <optional>

#include "spec/verdict.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// Compares the replay of `schedule`, built by `algorithm` for `group`, with the time that its record claims (paper +
/// differs), for a few fixed prices under which every coefficient counts, to a relative 1e-9. Nothing where they agree,
/// or no time is claimed; else a Counterexample with Fault::cost, which gives both times with their coefficients, or
/// the error in the formula. A barrier carries no bytes.
std::optional<Counterexample> check_cost(const Algorithm& algorithm, const Schedule& schedule, const Group& group);

}  // namespace tutti
