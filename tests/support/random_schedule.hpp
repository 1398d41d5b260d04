// Schedules that nobody has thought out. Each block goes a way of its own,
// which is drawn; then some are damaged.
#pragma once
#include "spec/collective.hpp"
#include "spec/schedule.hpp"
#include "tests/support/mutation.hpp"

namespace tutti {

/// A schedule for `collective` of that many ranks: of up to four blocks where
/// the collective leaves their number open, each of which is combined in
/// brackets of its own, along a tree, ring or walk of its own, with or without
/// scratch, and in its own time. Steps of neighbouring blocks mostly become
/// one. It is right, unless a fold is turned round on the way (then for
/// commutative operators), a block is not combined but overwritten, which is
/// so of one in eight, or one to three mutations strike, which happens to
/// about half of them. It never depends on `pick` for its end, so any function
/// in [0, n) will do.
Schedule random_schedule(Collective collective, int ranks, Rank root, const Pick& pick);

}  // namespace tutti
