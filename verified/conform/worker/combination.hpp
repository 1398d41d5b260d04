// What is wrong with one element of a reduction, named by who is missing, doubled or in the wrong place.
#pragma once
#include <optional>
#include <vector>

#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/load.hpp"

namespace tutti::mpi::conform {

/// The contributions to one element, in the order of the ranks.
struct Contributions {
  const Operand* operand;
  std::optional<std::pair<Op, Type>> predefined;  ///< of the operand
  Rank first;                                     ///< whose the first one is
  std::vector<const std::byte*> elements;
};

/// Nothing where `found` is their combination in the order of the ranks: with the same bits if the operator is exact,
/// else as far as rounding in any bracketing can take it. `due` is their sequential combination.
std::optional<tutti::conform::Wrong> difference(const Contributions& contributions, const std::byte* found,
                                                const std::byte* due);

}  // namespace tutti::mpi::conform
