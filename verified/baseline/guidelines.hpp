// What the times of an MPI's collectives owe each other: no procedure should take longer than what does its work with
// others (Träff, Gropp, Thakur, "Self-consistent MPI performance guidelines", 2010).
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "verified/baseline/recording.hpp"

namespace tutti::baseline {

using conform::Procedure;

/// A procedure, and one or two that do its work when they are called one after the other, all with buffers of the same
/// size.
struct Guideline {
  Procedure procedure, by;
  std::optional<Procedure> then = {};
};

/// A row for each; beside them every collective is to be monotonous in its size, and not to gain by being split.
inline constexpr std::array guidelines = [] {
  using enum Procedure;
  return std::array{
      Guideline{allreduce, reduce, bcast},
      Guideline{allreduce, reduce_scatter_block, allgather},
      Guideline{allreduce, scan, bcast},
      Guideline{allgather, gather, bcast},
      Guideline{allgather, alltoall},
      Guideline{allgather, allreduce},
      Guideline{bcast, scatter, allgather},
      Guideline{gather, allgather},
      Guideline{gather, reduce},
      Guideline{scatter, bcast},
      Guideline{reduce, allreduce},
      Guideline{reduce, reduce_scatter_block, gather},
      Guideline{reduce, scan},
      Guideline{reduce_scatter_block, reduce, scatter},
      Guideline{reduce_scatter_block, allreduce},
      Guideline{reduce_scatter, reduce, scatter},
      Guideline{reduce_scatter, allreduce},
      Guideline{scan, exscan, reduce},
  };
}();

/// "allreduce <= reduce + bcast"
std::string print(const Guideline& guideline);

/// A guideline at one size: for each launch, by how many times the one side is longer than the other.
struct GuidelineCell {
  std::string name;
  Procedure procedure;
  int ranks;
  std::int64_t bytes;
  std::vector<double> ratios;
};

/// For all cells whose partners were timed too, at sizes that differ by an eighth at most.
std::vector<GuidelineCell> guideline_cells(const Recording& recording);

}  // namespace tutti::baseline
