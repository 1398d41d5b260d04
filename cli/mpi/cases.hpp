// Which calls `tutti-mpi run` checks.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// One call: a case of the worker's, by an algorithm and a shape of it; the first where it is empty. The communicator
/// of the case is the world of its ranks, whatever part of the launch these are.
struct Run {
  const Algorithm* algorithm = nullptr;
  Shape shape = {};
  conform::Case as = {};
};

/// "allreduce/mixed_radix shape=3x2 np=6 count=5 load=sum/double"
std::string describe(const Run& run);

/// Collects the calls of one algorithm.
class Runs {
 public:
  Runs(const Algorithm& algorithm, int ranks) : algorithm_(algorithm), ranks_(ranks) {}

  const CollectiveRow& collective() const { return row(algorithm_.collective); }
  int ranks() const { return ranks_; }
  /// 0 where it has none.
  std::vector<Rank> roots() const;
  /// The case with what the algorithm and the number of this call say. Why it is not legal, and not added; or nothing.
  std::optional<std::string> add(conform::Case c, const Shape& shape = {});
  std::vector<Run> runs() && { return std::move(runs_); }

 private:
  const Algorithm& algorithm_;
  int ranks_;
  std::vector<Run> runs_;
};

/// The whole programme for one communicator of `ranks` ranks, with the first shape of each family. Of a reduction or
/// scan: every predefined op on every datatype; counts 0, 1, p - 1, p, p + 1, 1000 and a large one; every root; with
/// and without MPI_IN_PLACE; irregular counts with zeros; user operators that do not commute. Of data movement: the
/// same counts, each with each pair of datatypes, blocks scattered or not. Algorithms that do not support `ranks` have
/// no call.
std::vector<Run> all_runs(const std::vector<const Algorithm*>& algorithms, int ranks);

/// A few calls per algorithm, for further communicators of the same program: every shape, and every root with the
/// first.
std::vector<Run> few_runs(const std::vector<const Algorithm*>& algorithms, int ranks);

}  // namespace tutti::cli
