// Checks reductions and scans: real data, every element compared with the reference.
#pragma once
#include <map>

#include "verified/check/trees.hpp"
#include "verified/conform/worker/case.hpp"
#include "verified/conform/worker/workplace.hpp"
#include "verified/run/mpi/reduction.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti::mpi {

/// What is wrong: the result differs from the sequential evaluation of the schedule's own tree (bit for bit), or from
/// the evaluation in rank order where bracketing is invisible; something else was written; or the messages that MPI
/// carried are not those of the schedule.
class ReductionCheck {
 public:
  explicit ReductionCheck(Workplace& at) : at_(at) {}

  /// Collective over the communicator. What is wrong at this rank, or nothing.
  std::optional<std::string> check(const Case& c);

 private:
  /// The whole schedule, and the tree due in each block of each rank, for the values and the messages to expect.
  struct Expected {
    Schedule schedule;
    Trees trees;
    State<Tree> end;
  };
  const Expected& expected(const Case& c);
  void fill_inputs(const Case& c, std::int64_t elements);
  std::vector<std::byte> evaluate(const Expected& e, const Case& c, const Partition& partition, const Blocks& due);
  std::vector<std::byte> evaluate_in_order(const Case& c, const Word& word, std::int64_t first, std::int64_t elements);
  std::optional<std::string> compare(const Case& c, const std::byte* found, const std::byte* due, std::int64_t elements,
                                     const char* what) const;

  Workplace& at_;
  std::map<Selection, Expected> expected_;
  std::vector<std::vector<std::byte>> inputs_;  ///< of all ranks
};

}  // namespace tutti::mpi
