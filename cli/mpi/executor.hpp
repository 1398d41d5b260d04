// The executor as one more MPI: it makes the calls of the worker's cases by proved schedules.
#pragma once
#include <map>

#include "verified/check/trees.hpp"
#include "verified/conform/worker/call.hpp"
#include "verified/run/mpi/communicator.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti::mpi {

/// For the communicator of one group. Its calls check what no other MPI lets one check: that the messages which MPI
/// carries are those of the schedule; and they know the tree by which they combine, so that rounding is no excuse.
class Executor {
 public:
  explicit Executor(const conform::Group& group) : group_(group) {}

  /// The Caller that takes this algorithm and shape; its root is that of the case. Its calls refer to this. It throws
  /// Error where the executor refuses.
  conform::Caller by(const Algorithm& algorithm, const Shape& shape);

  /// What a schedule says of all ranks.
  struct Known {
    Schedule schedule;
    Trees trees;
    State<Tree> end;  ///< where it combines: the tree that is due in each block of each rank
  };

 private:
  const Known& known(const Selection& selection);

  const conform::Group& group_;
  std::map<Selection, Known> known_;
};

}  // namespace tutti::mpi
