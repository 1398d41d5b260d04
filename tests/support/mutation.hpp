// Small damage to schedules and programs, as a programmer would do it.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "spec/schedule.hpp"
#include "verified/check/progress.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

enum class Mutation {
  drop,
  duplicate,
  duplicate_later,
  other_from,
  other_to,
  swap_operands,
  fold_or_replace,
  shift_blocks,
  resize_blocks,
  shift_at,
  other_round,
  wrong_root,
  stale_block,
  swap_rounds
};

struct MutationRow {
  Mutation id;
  std::string_view says;
};

inline constexpr std::array mutations{
    MutationRow{Mutation::drop, "drop a step"},
    MutationRow{Mutation::duplicate, "a step twice in its round"},
    MutationRow{Mutation::duplicate_later, "a step again in the next round"},
    MutationRow{Mutation::other_from, "send from another rank"},
    MutationRow{Mutation::other_to, "send to another rank"},
    MutationRow{Mutation::swap_operands, "swap the operands of a fold"},
    MutationRow{Mutation::fold_or_replace, "fold instead of replace, or the reverse"},
    MutationRow{Mutation::shift_blocks, "shift the blocks of a step"},
    MutationRow{Mutation::resize_blocks, "more or fewer blocks in a step"},
    MutationRow{Mutation::shift_at, "put blocks at another place"},
    MutationRow{Mutation::other_round, "move a step to another round"},
    MutationRow{Mutation::wrong_root, "build for another root"},
    MutationRow{Mutation::stale_block, "send before the data has arrived"},
    MutationRow{Mutation::swap_rounds, "swap two rounds"},
};

static_assert(
    [] {
      for (std::size_t i = 0; i < mutations.size(); ++i)
        if (mutations[i].id != static_cast<Mutation>(i)) return false;
      return mutations.back().id == Mutation::swap_rounds;
    }(),
    "one row per mutation, in the order of the enum");

/// A number in [0, n) for n >= 1: whoever mutates decides where.
using Pick = std::function<int(int n)>;

struct Mutant {
  Schedule schedule;
  std::string change;  ///< "drop a step: round 2, 0→1 A-B fold_left at A"
};

/// The schedule of `algorithm` for `group` with one mutation of that kind, or nothing where it has no place for one
/// (for instance a wrong root where no result goes to a root). The mutant may be equivalent to the original.
std::optional<Mutant> mutate(const Algorithm& algorithm, const Group& group, Mutation mutation, const Pick& pick);

/// The same for any schedule, which has no wrong root.
std::optional<Mutant> mutate(Schedule schedule, Mutation mutation, const Pick& pick);

/// The same messages, but some ranks split some of their stages in two: first the receives, then the sends, or the
/// reverse. Which ones, `pick` decides.
Programs split_stages(const Programs& programs, const Pick& pick);

/// Whether some rank waits for ever, by following every order in which messages can pass one at a time, each when both
/// its sides are posted (rendezvous). Nothing where that meets more than `state_limit` states.
struct Waiting {
  bool sometimes;  ///< in some order
  bool always;     ///< in every order
};
std::optional<Waiting> brute_force_deadlock(const Programs& programs, int state_limit);

}  // namespace tutti
