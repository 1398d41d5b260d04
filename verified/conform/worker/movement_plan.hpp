// What one rank sends and receives in a movement of data, and where it lies.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "reference/exchange.hpp"
#include "verified/conform/worker/group.hpp"
#include "verified/conform/worker/placement.hpp"

namespace tutti::mpi::conform {

/// The contents of the blocks of a case: every rank can compute all of them.
class Contents {
 public:
  /// Throws std::invalid_argument for a load that there is not.
  explicit Contents(const tutti::conform::Case& c);

  /// What `block` is at that rank, which sends or receives it.
  Parcel parcel(const MovedBlock& block, Rank at) const;
  /// Without gaps.
  std::vector<std::byte> data(const MovedBlock& block, std::uint64_t seed) const;

 private:
  std::int64_t times_;  ///< units in the blocks of multiplicity one
  bool irregular_, by_rank_;
  std::vector<const DatatypePair*> datatype_pairs_;
};

struct MovementPlan {
  std::vector<MovedBlock> sent, received;
  Placement send, receive;
  /// What stands in the places of `received` before the call, if anything: of a broadcast's root and in place.
  std::vector<std::optional<MovedBlock>> before;
  bool send_in_place = false, receive_in_place = false;  ///< the argument is MPI_IN_PLACE
};

MovementPlan plan_movement(const tutti::conform::Case& c, const Group& group, const Contents& contents);

/// All blocks that any rank sends.
std::vector<MovedBlock> all_blocks(const tutti::conform::Case& c, const Group& group);

/// "block 2 of rank 1", "block 2 of rank 1 of the other group"
std::string describe(const MovedBlock& block, const Group& seen_from);

}  // namespace tutti::mpi::conform
