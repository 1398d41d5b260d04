// What the ranks of a communicator find out together by messages alone: MPI's own collectives may be what is checked.
#pragma once
#include <mpi.h>

#include <cstdint>
#include <span>

namespace tutti::mpi {

/// Collective: each word becomes what `combine` makes of those of all ranks. It must not matter in which order, nor how
/// often one of them takes part, as for the greatest and for unions of bits. ⌈log2 p⌉ rounds; in round k each rank
/// hears from the one 2^k before it, and thereby of the 2^(k+1) - 1 before it (dissemination: Hensgen, Finkel and
/// Manber 1988, "Two algorithms for barrier synchronization"). Throws Failed where the MPI fails, as all of these do.
void agree(MPI_Comm comm, std::span<std::uint64_t> words, std::uint64_t (*combine)(std::uint64_t, std::uint64_t));

/// Collective: the greatest of what the ranks give.
std::uint64_t greatest(MPI_Comm comm, std::uint64_t own);

/// Collective: whether any rank gives true.
bool any(MPI_Comm comm, bool own);

/// Collective: whether all ranks give the same.
bool all_the_same(MPI_Comm comm, std::uint64_t own);

}  // namespace tutti::mpi
