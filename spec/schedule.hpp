// The schedule language: a collective algorithm as plain data, one global view of all ranks.
#pragma once
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tutti {

using Rank = int;

/// The most ranks of an exchange: their square, the number of blocks, is an int.
inline constexpr int most_in_exchange = 46340;

/// What selects one schedule of a family, for instance the factors of p, the number of segments, or the radix of a
/// tree; empty where there is only one. A number that is not there is std::out_of_range.
struct Shape : std::vector<int> {
  using vector::vector;
  int operator[](std::size_t i) const {
    if (i < size()) return data()[i];
    throw std::out_of_range("it reads number " + std::to_string(i) + " of a shape that has " + std::to_string(size()) +
                            "; which shapes there are, the record says in .shapes");
  }
  int front() const { return (*this)[0]; }
};

/// A run of consecutive slots [first, first + count). Slots below Schedule::blocks are the blocks of the vector
/// (the segments A..H of the papers); slots from there on are scratch. Never elements: see verified/run.
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

/// Every rank has `blocks` + `extra` slots. Slot b < blocks is for block b of the vector: there is the rank's input at
/// the start, where it has one, and there its result is due. In an `exchange` blocks == 2·ranks: slot j of rank r is
/// for the block from r to j, slot ranks + j for the one from j to r. All other slots are scratch and hold nothing at
/// the start; scratch[r][k] names the block whose size slot blocks + k of rank r has (empty where extra == 0).
struct Schedule {
  int ranks = 0;
  int blocks = 0;
  int extra = 0;
  bool exchange = false;
  std::vector<std::vector<int>> scratch;
  std::vector<Round> rounds;

  int slots() const { return blocks + extra; }
  /// How many blocks make up the data of one rank.
  int parts() const { return exchange ? ranks : blocks; }
  /// How many different blocks there are. In an exchange the one from r to j is number r·ranks + j.
  int different_blocks() const { return exchange ? ranks * ranks : blocks; }
  /// The block whose size `slot` of `rank` has.
  int block_of(Rank rank, int slot) const {
    if (slot >= blocks) return scratch[static_cast<std::size_t>(rank)][static_cast<std::size_t>(slot - blocks)];
    if (!exchange) return slot;
    return slot < ranks ? rank * ranks + slot : (slot - ranks) * ranks + rank;
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
