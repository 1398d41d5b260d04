// The sequential model: what every rank must hold when a collective is over. The only truth.
#pragma once
#include <optional>

#include "spec/collective.hpp"
#include "spec/word.hpp"

namespace tutti {

/// The word due in `block` of `rank` after `c` among `ranks` ranks; nothing where the rank receives no result there
/// (MPI 4.0, 6.9.1: "the operation is evaluated in rank order", 6.9.6, 6.10). `block` < the number of blocks.
constexpr std::optional<Word> due(Collective c, int ranks, Rank root, Rank rank, int block) {
  const Word all{0, ranks};
  switch (row(c).result) {
    case Result::at_root: return rank == root ? std::optional(all) : std::nullopt;
    case Result::everywhere: return all;
    case Result::own_block: return block == rank ? std::optional(all) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace tutti
