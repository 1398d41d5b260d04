// Ranks that begin a call at the same moment, by clocks that they compare, and tell how long it took until the last was
// done.
#pragma once
#include <mpi.h>

#include <vector>

#include "spec/schedule.hpp"

namespace tutti::mpi::conform {

/// Whether MPI_Wtime stands still while a rank computes, as a simulator's does: then nothing can be timed, and waiting
/// for a time has no end.
bool clock_stands_still();

/// All that the ranks tell each other goes by messages between them and rank 0: collectives are what is timed. Rank 0's
/// clock is everybody's; the others know by how much theirs differs. Where that is less than a message takes, it is
/// taken for nothing, since then they have one clock.
class CommonStart {
 public:
  /// Compares the clocks. Collective over `comm`, as are all calls.
  CommonStart(MPI_Comm comm, Rank rank, int ranks);

  /// Returns at the common start of the next call; false, at every rank, when there have been enough.
  bool next();
  /// This rank is done with the call.
  void done();

  /// Seconds from the common start to the last rank's end of each call that all ranks began in time; at rank 0.
  const std::vector<double>& times() const { return times_; }
  int late() const { return late_; }  ///< how many calls some rank began too late; at rank 0

 private:
  double now() const;
  double offset_to_rank_0(Rank other);
  void collect_ends();
  bool enough() const;

  MPI_Comm comm_;
  Rank rank_;
  int ranks_;
  double offset_ = 0;  ///< rank 0's clock less this one's, in seconds
  double begun_;       ///< when there were no calls yet
  double lead_;        ///< from the word to the common start
  double start_ = 0, end_ = 0;
  bool was_late_ = false;
  int calls_ = 0;
  std::vector<double> times_;
  int late_ = 0;
};

}  // namespace tutti::mpi::conform
