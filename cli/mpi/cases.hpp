// Which calls `tutti-mpi run` checks.
#pragma once
#include <vector>

#include "verified/run/mpi/check.hpp"

namespace tutti::cli {

/// The receive counts or the count of a call with `n` elements: for reduce_scatter n elements in all, cut into one
/// block per rank; for reduce_scatter_block n elements per rank.
std::vector<int> counts_for(Collective collective, int n, int ranks);

/// The whole programme for one communicator of `ranks` ranks: every predefined op on every datatype; counts 0, 1, p -
/// 1, p, p + 1, 1000 and a large one; every root; with and without MPI_IN_PLACE; irregular counts with zeros; user
/// operators that do not commute. Algorithms that do not support `ranks` have no case.
std::vector<mpi::Case> all_cases(const std::vector<const Algorithm*>& algorithms,
                                 const std::vector<mpi::Operand>& predefined, int ranks);

/// A few cases per algorithm, for further communicators of the same program.
std::vector<mpi::Case> few_cases(const std::vector<const Algorithm*>& algorithms,
                                 const std::vector<mpi::Operand>& predefined, int ranks);

}  // namespace tutti::cli
