// Ranks that begin a call at the same moment, by clocks that they compare, and tell how long it took until the last was
// done.
#pragma once
#include <mpi.h>

#include <utility>
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
  /// How many calls are made: until so many seconds have gone by and `least` of them count, or 4 `least` have been
  /// tried.
  struct Series {
    int warm_up = 2;  ///< calls that do not count
    std::size_t least = 5, most = 1000;
    double seconds = 0.04;
  };
  struct Times {
    std::vector<double> seconds;  ///< from the common start to the last rank's end, of calls that all began in time
    int late = 0;                 ///< how many calls some rank began too late
  };

  /// Compares the clocks. Collective over `comm`, as is time().
  CommonStart(MPI_Comm comm, Rank rank, int ranks);

  /// Makes calls; what they took is told at rank 0, and elsewhere is empty.
  template <class Call>
  Times time(const Series& series, Call call) {
    begin(series);
    while (next()) {
      call();
      done();
    }
    return std::move(times_);
  }

 private:
  void begin(const Series& series);
  /// Returns at the common start of the next call; false, at every rank, when there have been enough.
  bool next();
  /// This rank is done with the call.
  void done();
  double now() const;
  double offset_to_rank_0(Rank other);
  void collect_ends();
  bool enough() const;

  MPI_Comm comm_;
  Rank rank_;
  int ranks_;
  double offset_ = 0;  ///< rank 0's clock less this one's, in seconds
  double lead_;        ///< from the word to the common start
  Series series_;
  double begun_ = 0;  ///< when there were no calls yet
  double start_ = 0, end_ = 0;
  bool was_late_ = false;
  int calls_ = 0;
  Times times_;
};

}  // namespace tutti::mpi::conform
