// Calls of a collective by several schedules and by the MPI's own procedure, timed in turns.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "verified/choose/price.hpp"
#include "verified/run/mpi/side.hpp"

namespace tutti::mpi {

/// What may serve a call, and how long it took: seconds per call.
struct Contender {
  Candidate candidate;               ///< no algorithm: the MPI's own procedure
  int roots;                         ///< 1 where the collective has none
  std::function<void(int i)> call;   ///< collective; from the i-th of the roots, the 0-th is rank 0
  double once = never;               ///< a first estimate
  double least = never;              ///< of one alone, the least of all batches
  double in_row = never;             ///< of one in a row, the median of all batches
  std::optional<double> changing{};  ///< likewise, from each of the roots in turn; none where there is one

  static constexpr double never = std::numeric_limits<double>::infinity();
};

/// Buffers for calls of a collective on all ranks of a communicator, from up to eight roots where it has one: of
/// doubles that are summed, or of bytes. Contenders refer to it.
class Calls {
 public:
  /// `bytes` are those of a rank's largest buffer, rounded down to whole elements in each block, at least one.
  Calls(MPI_Comm comm, Collective collective, std::size_t bytes);
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  std::size_t bytes() const { return send_.size(); }

  /// Collective: by that schedule; by the one that the profile of the communicator's state chooses; by the MPI.
  Contender by(const Candidate& candidate);
  Contender by_choice();
  Contender by_native();

 private:
  Side side(bool has_one_block) const;
  Counts counts() const;
  /// `make` gives the calls from a root.
  template <class Make>
  Contender from_all_roots(Make make);

  MPI_Comm comm_;
  CollectiveRow row_;
  int size_, count_;
  std::vector<Rank> roots_;
  std::vector<std::byte> send_, receive_;
  std::vector<int> counts_, displacements_;
  std::vector<MPI_Datatype> types_;
};

/// Collective: runs batches of about 0.3 ms of each contender, in turns, for about `seconds` in all, and sets, equally
/// at all ranks, `least`, of a call from a common start to the last rank's end, as a baseline's are timed, and
/// `in_row` and `changing`, of fifty at least with nothing between, so that ranks run ahead of others. Those whose
/// first estimate is more than `hopeless` times the least of all keep that.
void time_in_turns(MPI_Comm comm, std::vector<Contender>& contenders, double seconds,
                   double hopeless = std::numeric_limits<double>::infinity());

}  // namespace tutti::mpi
