// The operator on terms (verified/conform/judge/term.hpp) as MPI sees it.
#pragma once
#include <vector>

#include "verified/conform/worker/operand.hpp"

namespace tutti::mpi::conform {

/// The operators of the table that show their bracketing: elements with room for the ranks of MPI_COMM_WORLD; none
/// where there are more than tutti::conform::most_term_ranks. Freed by MPI_Finalize. Their bracketing shows: results
/// are compared with tutti::conform::difference().
const std::vector<Operand>& term_operands();

bool is_term(const Operand& operand);

}  // namespace tutti::mpi::conform
