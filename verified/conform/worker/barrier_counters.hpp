// Who has entered a barrier: counters in a file that the ranks of one machine map into their memory, without MPI.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "spec/schedule.hpp"

namespace tutti::mpi::conform {

/// A counter for each communicator and rank of the world, written by its rank only.
class BarrierCounters {
 public:
  /// Maps the file `path`, which is made where it is not there. Before, and where that fails, there are no counters.
  static void open(const std::string& path, Rank rank_in_world, int ranks);
  static bool available() { return counters_ != nullptr; }

  /// This rank's counter for the communicator of that number (below 1024) becomes one more. The new value.
  static std::int64_t enter(int communicator);
  /// Those of `ranks` (in the world) that are not on this machine, or have not said where they are.
  static std::vector<Rank> elsewhere(std::span<const Rank> ranks);
  /// Those of `ranks` (in the world) on this machine whose counter is less than `due`.
  static std::vector<Rank> missing(int communicator, std::span<const Rank> ranks, std::int64_t due);

 private:
  static bool is_here(Rank rank);
  static std::int64_t& counter(int communicator, Rank rank);

  static std::int64_t* counters_;  ///< row 0: which machine a rank is on; row c + 1: the counters of communicator c
  static Rank rank_;
  static int ranks_;
};

}  // namespace tutti::mpi::conform
