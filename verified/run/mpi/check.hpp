// Runs proved schedules under MPI on real data and compares every element with the reference.
#pragma once
#include <map>
#include <optional>

#include "verified/check/trees.hpp"
#include "verified/run/interpret.hpp"
#include "verified/run/mpi/count.hpp"
#include "verified/run/guarded.hpp"
#include "verified/run/mpi/operand.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace tutti::mpi {

/// One call to check. `counts` as in Reduction; the same on all ranks. `in_place`: by every rank that may.
struct Case {
  const Algorithm* algorithm;
  const Operand* operand;
  std::vector<int> counts;
  Rank root;
  bool in_place;
  std::uint64_t seed;
};

/// "allreduce/ring sum/double count 5 root 0 in place"
std::string describe(const Case& c);

/// Checks cases on one communicator. The send buffer is read-only and both buffers end at a page without access, so a
/// forbidden access kills the program at the instruction; one before the receive buffer, and one into the gap of a
/// datatype, is seen by the comparison.
class Checker {
 public:
  explicit Checker(MPI_Comm comm);

  /// Collective over the communicator. What is wrong at this rank: the result differs from the sequential evaluation
  /// of the schedule's own tree (bit for bit), or from the evaluation in rank order where bracketing is invisible;
  /// something else was written; or the messages that MPI carried are not those of the schedule.
  std::optional<std::string> check(const Case& c);

 private:
  /// The whole schedule, and the tree due in each block of each rank, for the values and the messages to expect.
  struct Expected {
    Schedule schedule;
    Trees trees;
    State<Tree> end;
  };
  const Expected& expected(const Algorithm& algorithm, Rank root);
  void fill_inputs(const Case& c, std::int64_t elements);
  Traffic traffic(const Schedule& schedule, const Partition& partition) const;
  std::vector<std::byte> evaluate(const Expected& e, const Case& c, const Partition& partition, const Blocks& due);
  std::optional<std::string> compare(const Case& c, const std::byte* found, const std::byte* due, std::int64_t elements,
                                     const char* what) const;

  MPI_Comm comm_;
  int size_;
  Rank rank_;
  GuardedBuffer send_, receive_;
  std::map<std::pair<const Algorithm*, Rank>, Expected> expected_;
  std::vector<std::vector<std::byte>> inputs_;  ///< of all ranks
};

}  // namespace tutti::mpi
