// Which calls `tutti-mpi run` checks.
#pragma once
#include <vector>

#include "verified/conform/worker/case.hpp"

namespace tutti::cli {

/// The counts of a call with `n` elements, as in mpi::Case: for irregular collectives n elements in the vector of one
/// rank, cut into one block per rank; for those with equal blocks n in each.
std::vector<int> counts_for(Collective collective, int n, int ranks);

/// The roots of a collective; 0 where it has none.
std::vector<Rank> roots_of(Collective collective, int ranks);

/// Collects the cases of one algorithm.
class Programme {
 public:
  Programme(const Algorithm& algorithm, int ranks) : algorithm_(algorithm), ranks_(ranks) {}

  const Algorithm& algorithm() const { return algorithm_; }
  const CollectiveRow& collective() const { return row(algorithm_.collective); }
  int ranks() const { return ranks_; }
  std::vector<Rank> roots() const { return roots_of(algorithm_.collective, ranks_); }
  /// The case with the algorithm and a seed filled in.
  void add(mpi::Case c);
  /// The same with the counts of a call with `n` elements.
  void add(mpi::Case c, int n);
  std::vector<mpi::Case> cases() && { return std::move(cases_); }

 private:
  const Algorithm& algorithm_;
  int ranks_;
  std::vector<mpi::Case> cases_;
};

/// Of a reduction or scan: every predefined op on every datatype; counts 0, 1, p - 1, p, p + 1, 1000 and a large one;
/// every root; with and without MPI_IN_PLACE; irregular counts with zeros; user operators that do not commute.
void add_reductions(Programme& programme, const std::vector<mpi::Operand>& predefined);
/// A few of them, for one shape and root.
void add_few_reductions(Programme& programme, const std::vector<mpi::Operand>& predefined, const Shape& shape,
                        Rank root);

/// Of data movement: the same counts, each with each cargo; every root; irregular counts with zeros, scattered or not;
/// with and without MPI_IN_PLACE.
void add_movements(Programme& programme);
void add_few_movements(Programme& programme, const Shape& shape, Rank root);

/// The whole programme for one communicator of `ranks` ranks, with the first shape of each family. Algorithms that do
/// not support `ranks` have no case.
std::vector<mpi::Case> all_cases(const std::vector<const Algorithm*>& algorithms,
                                 const std::vector<mpi::Operand>& predefined, int ranks);

/// A few cases per algorithm, for further communicators of the same program: every shape, and every root with the
/// first.
std::vector<mpi::Case> few_cases(const std::vector<const Algorithm*>& algorithms,
                                 const std::vector<mpi::Operand>& predefined, int ranks);

}  // namespace tutti::cli
