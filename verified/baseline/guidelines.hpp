// What the times of an MPI's collectives owe each other: no procedure should take longer than what does its work with
// others (Träff, Gropp, Thakur, "Self-consistent MPI performance guidelines", 2010; Hunold, Carpen-Amarie, "Autotuning
// MPI collectives using performance guidelines", 2018).
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "verified/baseline/ratio.hpp"
#include "verified/baseline/recording.hpp"

namespace tutti::baseline {

using conform::Procedure;

/// A procedure, and one or two that do its work when they are called one after the other, all with buffers of the same
/// size and with one root, of which there is one for which that is right; of a barrier, of any size. Between them a
/// rank copies within its own memory at most: it passes zeros, or what else changes nothing, for what it does not have,
/// passes the same block to each rank, or takes no more of a result than is due to it.
struct Guideline {
  Procedure procedure, by;
  std::optional<Procedure> then = {};
};

/// A row for each; beside them every collective is to be monotonous in its size, and not to gain by being split, or by
/// its nonblocking form with a wait behind it.
inline constexpr std::array guidelines = [] {
  using enum Procedure;
  return std::array{
      Guideline{allreduce, reduce, bcast},
      Guideline{allreduce, reduce_scatter_block, allgather},
      Guideline{allreduce, reduce_scatter, allgatherv},
      Guideline{allreduce, scan, bcast},
      Guideline{reduce, allreduce},
      Guideline{reduce, reduce_scatter_block, gather},
      Guideline{reduce, reduce_scatter, gatherv},
      Guideline{reduce, scan},
      Guideline{reduce, exscan, reduce_local},
      Guideline{reduce_scatter_block, reduce, scatter},
      Guideline{reduce_scatter_block, allreduce},
      Guideline{reduce_scatter_block, reduce_scatter},
      Guideline{reduce_scatter_block, alltoall, reduce_local},
      Guideline{reduce_scatter, reduce, scatterv},
      Guideline{reduce_scatter, allreduce},
      Guideline{scan, exscan, reduce_local},
      Guideline{bcast, scatter, allgather},
      Guideline{bcast, scatterv, allgatherv},
      Guideline{bcast, allreduce},
      Guideline{gather, allgather},
      Guideline{gather, gatherv},
      Guideline{gather, reduce},
      Guideline{gather, alltoall},
      Guideline{scatter, bcast},
      Guideline{scatter, scatterv},
      Guideline{scatter, alltoall},
      Guideline{allgather, gather, bcast},
      Guideline{allgather, alltoall},
      Guideline{allgather, allreduce},
      Guideline{allgather, allgatherv},
      Guideline{allgatherv, gatherv, bcast},
      Guideline{allgatherv, alltoallv},
      Guideline{alltoall, alltoallv},
      Guideline{alltoallv, alltoallw},
      Guideline{barrier, allreduce},
      Guideline{barrier, allgather},
      Guideline{barrier, alltoall},
      Guideline{barrier, reduce, bcast},
      Guideline{barrier, gather, bcast},
  };
}();

/// "allreduce <= reduce + bcast"
std::string print(const Guideline& guideline);

/// A schedule of ours is said to be faster than the MPI where it is by more than this.
inline constexpr double least_gain = 1.5;

/// A guideline at one size: how long its two sides took in each launch in which all of them were timed.
struct GuidelineCell {
  std::string name;
  Procedure procedure;
  int ranks;
  std::int64_t bytes;
  std::vector<double> left = {}, right = {};  ///< in seconds
  bool is_ours = false;  ///< the other side is a proved schedule, by messages between two ranks each

  /// Launch by launch, by how many times the left side is longer.
  std::vector<double> ratios() const;

  /// From which ratio on it is violated, where calls must be longer by `factor` to be slower.
  double limit(double factor) const;
};

/// For all cells whose partners were timed too, at sizes that differ by an eighth at most.
std::vector<GuidelineCell> guideline_cells(const Recording& recording);

/// The median of its ratios, with the interval that has it in 95 of 100 cases.
Ratio ratio_of(const GuidelineCell& cell);

/// One that does not hold, and by how much.
struct Violation {
  GuidelineCell cell;
  Ratio ratio;
};

/// Where the left side takes longer than the right one by the limit or more, for which times must not be too noisy; the
/// largest ratio first. A rank sum test says so of each, corrected by Holm's method for all guidelines that are held
/// against the recording: the chance that any is named falsely is at most 5 %.
std::vector<Violation> violations(const Recording& recording, double factor);

/// Why none could be named whatever the times are; nothing where one could.
std::optional<std::string> too_few_launches(const Recording& recording);

}  // namespace tutti::baseline
