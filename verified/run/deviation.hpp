// Whether a plan does what the steps say that it was made from. Plans are validated, not trusted: a translation is
// checked each time rather than proved once (Pnueli, Siegel and Singerman, "Translation validation", TACAS 1998).
#pragma once
#include <optional>
#include <string>

#include "verified/run/plan.hpp"

namespace tutti {

/// The first way in which `plan` differs from what the steps of `rank` mean for these extents, or nothing. Nothing is
/// reached outside the areas, and the send buffer is not written (find_forbidden_access). Then the plan is run on
/// symbols, whole stretches of elements at a time: each message has the elements, the peer and the contents that the
/// steps say, in their order, a request of its own, and a stage for each round, which waits for all of them; memory
/// into which a message may be landing is left alone; nothing undefined is used; what is due lies in the receive buffer
/// in the end, and nothing else was written there. It holds for all values. O(w lg s) for w steps and works of the rank
/// on memory in s stretches that are written in their order, O(w s) at worst. The extents have all slots of the
/// schedule.
std::optional<std::string> find_deviation(const Plan& plan, const Schedule& schedule, Collective collective, Rank root,
                                          Rank rank, const Extents& extents, bool in_place);

}  // namespace tutti
