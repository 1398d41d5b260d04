// Whether the buffers of a case fit into the memory of the machine.
#pragma once
#include <cstdint>

#include "verified/conform/case/case.hpp"

namespace tutti::mpi::conform {

/// Throws std::invalid_argument, which skips the case, at all ranks or none: where the ranks need more bytes together
/// than are free, as if they shared one machine. `need` is what this rank needs. Only cases that move a GiB and more
/// are asked for; then it is collective over MPI_COMM_WORLD.
void need_memory(const tutti::conform::Case& c, std::int64_t need);

}  // namespace tutti::mpi::conform
