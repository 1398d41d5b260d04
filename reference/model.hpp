// The sequential model: what every rank holds when a collective begins and must hold when it is over. The only truth.
#pragma once
#include <optional>

#include "spec/collective.hpp"
#include "spec/word.hpp"

namespace tutti {

/// A slot of the vector, see Schedule: block `slot`, or in an exchange among p ranks the block to rank `slot` (below p)
/// or from rank `slot` - p. Letters: the contributing rank where data is combined; the number of the block where it is
/// moved, which determines its source (block b of the root; block b of rank b; r·p + j from rank r for rank j).

/// The word that `rank` brings along in `slot`, or nothing.
constexpr std::optional<Word> held(Collective c, int ranks, Rank root, Rank rank, int slot) {
  const auto letter = [](int l) { return Word{l, l + 1}; };
  switch (row(c).input) {
    case Input::contributions: return letter(rank);
    case Input::of_root: return rank == root ? std::optional(letter(slot)) : std::nullopt;
    case Input::own_block: return slot == rank ? std::optional(letter(slot)) : std::nullopt;
    case Input::one_for_each: return slot < ranks ? std::optional(letter(rank * ranks + slot)) : std::nullopt;
  }
  return std::nullopt;
}

/// The word due in `slot` of `rank`; nothing where the rank receives no result there (MPI 4.0, 6.3 to 6.11; 6.9.1: "the
/// operation is evaluated in rank order"). For a barrier the letters are due in any order and number: they say that the
/// rank leaves after all those have entered.
constexpr std::optional<Word> due(Collective c, int ranks, Rank root, Rank rank, int slot) {
  const bool combined = row(c).input == Input::contributions;
  const Word whole = combined ? Word{0, ranks} : Word{slot, slot + 1};
  const auto only_if = [](bool it_is, Word w) { return it_is ? std::optional(w) : std::nullopt; };
  switch (row(c).result) {
    case Result::at_root: return only_if(rank == root, whole);
    case Result::everywhere: return whole;
    case Result::own_block: return only_if(slot == rank, whole);
    case Result::prefix: return Word{0, rank + 1};
    case Result::prefix_before: return only_if(rank > 0, {0, rank});
    case Result::one_from_each: {
      const int letter = (slot - ranks) * ranks + rank;
      return only_if(slot >= ranks, {letter, letter + 1});
    }
    case Result::all_entered: return whole;
  }
  return std::nullopt;
}

/// Nothing may be put where the rank's vector is: MPI 4.0, 6.11.2, on rank 0.
constexpr bool left_alone(Collective c, Rank rank) { return row(c).result == Result::prefix_before && rank == 0; }

/// How many letters there are.
inline int letters(Collective c, const Schedule& s) { return row(c).moves() ? s.different_blocks() : s.ranks; }

}  // namespace tutti
