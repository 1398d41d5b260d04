// The schedule language: a collective algorithm as plain data, one global view of all ranks.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace tutti {

using Rank = int;

/// A run of consecutive slots [first, first + count). Slots below Schedule::blocks are the blocks of the vector
/// (the segments A..H of the papers); slots from there on are scratch. Never elements: see Partition.
struct Blocks {
  int first, count;
  bool operator==(const Blocks&) const = default;
};

/// What arrives at a destination slot: dst = src | src·dst | dst·src.
enum class Action { replace, fold_left, fold_right };

/// One transfer: a send and its receive at once, or a move inside one rank when from == to.
/// Slots `blocks` of rank `from` go to the slots [at, at + blocks.count) of rank `to`.
struct Step {
  Rank from, to;
  Blocks blocks;
  int at;
  Action action;
  bool operator==(const Step&) const = default;
};

/// Steps that happen together: all of them read the state from before the round. Steps with the same two ranks travel
/// as one message; they stand side by side. `says` is the caption of the round in traces and pictures.
struct Round {
  std::string says;
  std::vector<Step> steps;
};

/// Every rank has `blocks` + `extra` slots; the first `blocks` hold its input vector at the start, the others nothing.
/// scratch[r][k] names the block whose size slot blocks + k of rank r has (empty where extra == 0).
struct Schedule {
  int ranks = 0;
  int blocks = 0;
  int extra = 0;
  std::vector<std::vector<int>> scratch;
  std::vector<Round> rounds;

  int slots() const { return blocks + extra; }
  /// The block of the vector whose extent `slot` of `rank` has.
  int block_of(Rank rank, int slot) const {
    return slot < blocks ? slot : scratch[static_cast<std::size_t>(rank)][static_cast<std::size_t>(slot - blocks)];
  }
};

/// body(steps) for every message of the round, and for every move inside a rank: the steps with the same two ranks.
template <class F>
void for_each_message(const Round& round, F body) {
  const std::span<const Step> steps(round.steps);
  for (std::size_t i = 0, next; i < steps.size(); i = next) {
    for (next = i + 1; next < steps.size() && steps[next].from == steps[i].from && steps[next].to == steps[i].to;)
      ++next;
    body(steps.subspan(i, next - i));
  }
}

}  // namespace tutti
