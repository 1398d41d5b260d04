// What one rank has to know of a schedule: this is what runs, so it is cut out of what was proved, and not built again.
#pragma once
#include "spec/schedule.hpp"

namespace tutti {

/// `schedule` as far as `rank` has a share in it: all rounds, since their numbers tell messages apart, but only the
/// steps from or to the rank, in their order; its scratch and nobody else's; and no captions.
Schedule project(const Schedule& schedule, Rank rank);

}  // namespace tutti
