// By which tree the MPI combines the contributions to a reduction or scan.
#pragma once
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/group.hpp"

namespace tutti::mpi::conform {

/// The notes of this rank are those of reveal_note.hpp, for the elements that are due to it: with the operator on terms
/// from one call; of the MPI's own sum of floating-point numbers from one call for each pair of ranks, as in
/// tutti::conform::reveal_sum(), and a few more that confirm it. Ranks of an allreduce that have different trees report
/// different bits. Collective over the group. Throws
/// std::invalid_argument for another load or procedure.
tutti::conform::Report reveal(const tutti::conform::Case& c, Groups& groups);

}  // namespace tutti::mpi::conform
