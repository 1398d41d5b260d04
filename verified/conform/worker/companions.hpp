// Calls of other procedures beside that of a case.
#pragma once
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::mpi::conform {

/// So many calls on the communicator of `c`, which its seed determines: of the collectives that this MPI has for it,
/// blocking or not, with few elements and some thousands. Plain ones, since nobody judges them and what is special has
/// cases of its own. The same at all ranks.
std::vector<tutti::conform::Case> companions(const tutti::conform::Case& c, int calls);

}  // namespace tutti::mpi::conform
