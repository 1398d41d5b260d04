// Whether a plan does what the steps say that it was made from. Plans are validated, not trusted: a translation is
// checked each time rather than proved once (Pnueli, Siegel and Singerman, "Translation validation", TACAS 1998).
#pragma once
#include <optional>
#include <string>

#include "verified/run/plan.hpp"

namespace tutti {

/// The first way in which `plan` differs from what the steps of `rank` mean for these extents, or nothing. The plan is
/// run on symbols, whole stretches of elements at a time: each message has the elements, the peer and the contents that
/// the steps say, in their order, and a phase for each round; memory is written only where nothing else goes on;
/// nothing undefined is used; what is due lies in the receive buffer in the end, and nothing else was written there. It
/// holds for all values. O(steps and work of the rank, times the logarithm of the stretches of memory).
std::optional<std::string> find_deviation(const Plan& plan, const Schedule& schedule, Collective collective, Rank root,
                                          Rank rank, const Extents& extents, bool in_place);

}  // namespace tutti
