// How much one rank contributes to a reduction or scan, and what is due to it.
#pragma once
#include <optional>
#include <vector>

#include "reference/exchange.hpp"
#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// All in elements.
struct ReductionPlan {
  bool contributes, in_place;  ///< at this rank
  std::optional<Combined> due;
  std::int64_t total;                ///< in each contribution
  std::int64_t first, result;        ///< of what is due where something is, else of what would be
  std::vector<std::int64_t> counts;  ///< as in the call: one, or one for each rank of the local group
};

/// The plan of the process `self` of the members. In an intercommunicator the blocks of a reduce-scatter are longer, so
/// that both groups have equally much in all (MPI 4.0, 6.10): by the size of the other group, and of irregular ones the
/// last block.
ReductionPlan plan_reduction(const Case& c, const GroupSizes& members, const Process& self);

}  // namespace tutti::conform
